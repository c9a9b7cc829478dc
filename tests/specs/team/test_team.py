"""Team: its namespace, queues and everything else that it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.team.access import Subject
from heliostat.specs.team.limit_range import LimitRangeItem
from heliostat.specs.team.team import TeamQueue, TeamSpec
from tests.specs.answers import DNS_LABEL, DNS_SUBDOMAIN, LABEL_VALUE, Thing, bodies, told

COUNTED = 'must be a resource that Kubernetes counts, such as "pods" or "requests.nvidia.com/gpu"'


@dataclass(frozen=True)
class Queue:
    """Stands in for the construct of a ClusterQueue."""

    name: str
    namespace_labels: Mapping[str, str] = field(default_factory=dict)
    object_kind = "ClusterQueue"


def test_a_team_without_arguments_has_a_closed_namespace_and_roles() -> None:
    """Nobody has the roles yet, nothing but what Ray needs passes the borders, pods run without privileges."""
    made = bodies(TeamSpec(), "vision")

    assert made[""] == {
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": {
            "name": "vision",
            "labels": {"heliostat.dev/team": "vision", "pod-security.kubernetes.io/enforce": "baseline"},
        },
    }
    assert list(made) == [
        "",
        "role-ray-submitter",
        "role-ray-viewer",
        "networkpolicy-default-deny",
        "networkpolicy-allow-dns",
        "networkpolicy-allow-same-namespace",
        "networkpolicy-allow-kuberay-operator",
        "networkpolicy-allow-api-server",
        "networkpolicy-allow-metrics",
    ]


def test_queues_become_local_queues_and_labels_that_their_cluster_queues_ask_for() -> None:
    """A ClusterQueue by name is taken to accept the namespaces that carry its own label."""
    spec = TeamSpec(
        queues={
            "default": Queue("research", {"cluster-queue.heliostat.dev/research": "true"}),
            "prod": TeamQueue(Queue("serving", {"tier": "prod"}), stop_policy="Hold", fair_sharing_weight=2),
            "spare": "spare",
            "open": Queue("open"),
        },
        network_policy=None,
    )
    made = bodies(spec, "vision")

    assert made[""]["metadata"] == {
        "name": "vision",
        "labels": {
            "heliostat.dev/team": "vision",
            "pod-security.kubernetes.io/enforce": "baseline",
            "cluster-queue.heliostat.dev/research": "true",
            "tier": "prod",
            "cluster-queue.heliostat.dev/spare": "true",
        },
    }
    assert [made[f"localqueue-{name}"] for name in ("default", "prod")] == [
        {
            "apiVersion": "kueue.x-k8s.io/v1beta2",
            "kind": "LocalQueue",
            "metadata": {"name": "default", "namespace": "vision"},
            "spec": {"clusterQueue": "research", "stopPolicy": "None"},
        },
        {
            "apiVersion": "kueue.x-k8s.io/v1beta2",
            "kind": "LocalQueue",
            "metadata": {"name": "prod", "namespace": "vision"},
            "spec": {"clusterQueue": "serving", "stopPolicy": "Hold", "fairSharing": {"weight": "2"}},
        },
    ]


def test_the_namespace_may_have_a_name_of_its_own() -> None:
    """Every part but the Namespace itself stands in it, and what is given of the object is given of the Namespace."""
    spec = TeamSpec(
        namespace="ml-vision",
        queues={"default": "research"},
        submitters=[Subject("Group", "vision")],
        labels={"cost-center": "7", "pod-security.kubernetes.io/enforce": "privileged"},
        annotations={"owner": "ana@example.com"},
        overrides={"metadata": {"labels": {"heliostat.dev/team": None}}},
        resource_quota={"count/rayclusters.ray.io": 10},
        limit_range=[LimitRangeItem(max={"cpu": 96})],
    )
    made = bodies(spec, "vision")
    parts = [body["metadata"] for part, body in made.items() if part]

    assert made[""]["metadata"] == {
        "name": "ml-vision",
        "labels": {
            "pod-security.kubernetes.io/enforce": "privileged",
            "cluster-queue.heliostat.dev/research": "true",
            "cost-center": "7",
        },
        "annotations": {"owner": "ana@example.com"},
    }
    assert {head["namespace"] for head in parts} == {"ml-vision"}
    assert made["resourcequota-vision"]["spec"] == {"hard": {"count/rayclusters.ray.io": "10"}}
    assert made["limitrange-vision"]["spec"]["limits"][0]["max"] == {"cpu": "96"}


def test_no_pod_security_leaves_the_level_to_the_cluster() -> None:
    """The label is left out."""
    assert bodies(TeamSpec(pod_security=None, network_policy=None), "vision")[""]["metadata"]["labels"] == {"heliostat.dev/team": "vision"}


def test_every_part_has_an_id_of_its_own() -> None:
    """Ids are kind and name, so that adding one thing renames no other."""
    spec = TeamSpec(
        queues={"ray-viewer": "a", "default": "b"},
        submitters=[Subject("Group", "vision")],
        viewers=[Subject("Group", "all")],
        resource_quota={"pods": 1},
        limit_range=[LimitRangeItem(max={"cpu": 1})],
    )
    ids = [part.id for part in spec.parts("vision", Targets())]

    assert len(set(ids)) == len(ids) == 15


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (TeamSpec(name="Vision"), [f"name: {DNS_LABEL}'Vision'"]),
        (TeamSpec(name="a" * 64, namespace="a"), [f"name: {LABEL_VALUE}'{'a' * 64}' (64 characters)"]),
        (TeamSpec(namespace="a.b"), [f"namespace: {DNS_LABEL}'a.b'"]),
        (
            TeamSpec(queues={"Default": "research", "q" * 64: "research", "ok": ""}),
            [
                f"queues[\"Default\"]: is not the name of a LocalQueue: {DNS_SUBDOMAIN}'Default'",
                f"queues[\"{'q' * 64}\"]: is not the name of a LocalQueue: {LABEL_VALUE}'{'q' * 64}' (64 characters)",
                f"queues[\"ok\"]: {DNS_SUBDOMAIN}''",
                'queues["ok"]: must be given as the construct, as the name "" makes no label of its own',
            ],
        ),
        (
            TeamSpec(queues={"default": "q" * 64}),
            [f'queues["default"]: must be given as the construct, as the name "{"q" * 64}" makes no label of its own'],
        ),
        (
            TeamSpec(queues={"a": Queue("a", {"tier": "prod"}), "b": Queue("b", {"tier": "dev"})}),
            ['queues["b"]: needs the label tier: "dev" on the namespace, which has "prod"'],
        ),
        (
            TeamSpec(queues={"a": Queue("a", {"tier": "prod"})}, labels={"tier": "dev"}),
            ['queues["a"]: needs the label tier: "prod" on the namespace, which has "dev"'],
        ),
        (TeamSpec(queues={"a": TeamQueue("a", fair_sharing_weight=-1)}), ['queues["a"].fair_sharing_weight: must not be negative, got -1']),
        (TeamSpec(queues=Thing("ClusterQueue", "a")), ['queues: must be a mapping, got the ClusterQueue "a"']),
        (
            TeamSpec(pod_security="strict"),
            ["pod_security: must be 'privileged' or 'baseline' or 'restricted', got 'strict'"],
        ),
        (
            TeamSpec(resource_quota={"pod": 1}),
            [f'resource_quota["pod"]: {COUNTED}, did you mean "pods"'],
        ),
        (
            TeamSpec(limit_range=[LimitRangeItem(max={"cpu": 1}), LimitRangeItem("Pod", max={"cpu": 1}), LimitRangeItem()]),
            ["limit_range[2]: must be the only item of its type, got Container again"],
        ),
    ],
    ids=[
        "a name that is no namespace",
        "a name that is no label",
        "a namespace that is no name",
        "queues that are no names",
        "a queue whose name is too long for a label",
        "queues that ask for different labels",
        "a label that a queue does not accept",
        "a weight",
        "a queue without a name",
        "a level that does not exist",
        "a resource that is not counted",
        "two items of one type",
    ],
)
def test_what_would_not_work_is_refused(spec: TeamSpec, expected: list[str]) -> None:
    """Names that no object or label takes, labels that lock the team out of its queue, and the rules of the parts."""
    assert told(spec) == expected
