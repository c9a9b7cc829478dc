"""RayClusters as they are applied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import problems_of
from heliostat.specs.pod.security_context import SecurityContext
from heliostat.specs.ray.autoscaler import Autoscaler
from heliostat.specs.ray.cluster_fields import head_image, ray_version_of
from heliostat.specs.ray.code import Code
from heliostat.specs.ray.disruption_budget import DisruptionBudget
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.ingress import Ingress
from heliostat.specs.ray.ray_cluster import RayClusterSpec
from heliostat.specs.ray.worker_group import WorkerGroup
from tests.specs.answers import TARGETS, bodies, body, told

KUBERAYS = ["1.5.1", "1.6.2", "1.7.0"]


@dataclass(frozen=True)
class Placed:
    """Stands in for a Team or a LocalQueue."""

    object_kind: str
    name: str
    namespace: str | None


@dataclass(frozen=True)
class Flavor:
    """Stands in for a ResourceFlavor."""

    name: str
    node_labels: Mapping[str, str] = field(default_factory=dict)
    tolerations: Sequence[JsonObject] = ()
    object_kind = "ResourceFlavor"


CPU = Flavor("cpu", {"pool": "cpu"})
A100 = Flavor("a100", {"pool": "a100"}, [{"key": "nvidia.com/gpu", "operator": "Equal", "value": "present", "effect": "NoSchedule"}])


def head(**arguments: object) -> Head:
    """A head with what every pod needs."""
    return Head(cpu=4, memory="16Gi", **arguments)


def group(name: str = "workers", **arguments: object) -> WorkerGroup:
    """A group with what every pod needs."""
    return WorkerGroup(name, cpu=2, memory="8Gi", **arguments)


def test_a_plain_cluster_is_complete() -> None:
    """Nothing is left for the API server or KubeRay to add to the object."""
    spec = RayClusterSpec(head=head(), workers=[group(replicas=2)])

    resources = {"limits": {"cpu": "2", "memory": "8Gi"}, "requests": {"cpu": "2", "memory": "8Gi"}}
    assert body(spec, "notebooks") == {
        "apiVersion": "ray.io/v1",
        "kind": "RayCluster",
        "metadata": {"name": "notebooks"},
        "spec": {
            "rayVersion": "2.52.0",
            "headGroupSpec": {
                "rayStartParams": {},
                "template": {
                    "spec": {
                        "containers": [
                            {
                                "name": "ray-head",
                                "image": "rayproject/ray:2.52.0",
                                "resources": {
                                    "limits": {"cpu": "4", "memory": "16Gi"},
                                    "requests": {"cpu": "4", "memory": "16Gi"},
                                },
                                "ports": [
                                    {"name": "gcs-server", "containerPort": 6379, "protocol": "TCP"},
                                    {"name": "dashboard", "containerPort": 8265, "protocol": "TCP"},
                                    {"name": "client", "containerPort": 10001, "protocol": "TCP"},
                                    {"name": "serve", "containerPort": 8000, "protocol": "TCP"},
                                    {"name": "metrics", "containerPort": 8080, "protocol": "TCP"},
                                ],
                            }
                        ],
                        "restartPolicy": "Never",
                    }
                },
            },
            "workerGroupSpecs": [
                {
                    "groupName": "workers",
                    "replicas": 2,
                    "minReplicas": 2,
                    "maxReplicas": 2,
                    "numOfHosts": 1,
                    "priority": 0,
                    "rayStartParams": {},
                    "template": {
                        "spec": {
                            "containers": [{"name": "ray-worker", "image": "rayproject/ray:2.52.0", "resources": resources}],
                            "restartPolicy": "Never",
                        }
                    },
                }
            ],
        },
    }


def test_a_queued_cluster_that_is_scaled_carries_what_kueue_asks_for() -> None:
    """The queue is a label of the object, scaling an annotation, and the gate stands in every template, where an update must keep it."""
    spec = RayClusterSpec(
        head=head(schedulable=False, flavor=CPU, security_context=SecurityContext.restricted()),
        workers=[group("a100", gpus=1, flavor=A100, min_replicas=1, max_replicas=8, idle_timeout_seconds=300)],
        autoscaler=Autoscaler(idle_timeout_seconds=60),
        team=Placed("Team", "vision", "vision"),
        queue=Placed("LocalQueue", "default", "vision"),
        priority_class="interactive",
        elastic=True,
        annotations={"note": "x"},
    )
    made = body(spec, "notebooks")
    cluster = made["spec"]
    assert isinstance(cluster, dict)

    restricted = {
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "runAsNonRoot": True,
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    assert made["metadata"] == {
        "name": "notebooks",
        "namespace": "vision",
        "labels": {"kueue.x-k8s.io/queue-name": "default", "kueue.x-k8s.io/priority-class": "interactive"},
        "annotations": {"kueue.x-k8s.io/elastic-job": "true", "note": "x"},
    }
    assert cluster["enableInTreeAutoscaling"] is True
    assert cluster["autoscalerOptions"] == {"version": "v2", "idleTimeoutSeconds": 60, "securityContext": restricted}
    assert cluster["workerGroupSpecs"] == [
        {
            "groupName": "a100",
            "replicas": 1,
            "minReplicas": 1,
            "maxReplicas": 8,
            "numOfHosts": 1,
            "priority": 0,
            "idleTimeoutSeconds": 300,
            "rayStartParams": {},
            "template": {
                "spec": {
                    "containers": [
                        {
                            "name": "ray-worker",
                            "image": "rayproject/ray:2.52.0-gpu",
                            "resources": {
                                "limits": {"cpu": "2", "memory": "8Gi", "nvidia.com/gpu": "1"},
                                "requests": {"cpu": "2", "memory": "8Gi", "nvidia.com/gpu": "1"},
                            },
                        }
                    ],
                    "restartPolicy": "Never",
                    "nodeSelector": {"pool": "a100"},
                    "tolerations": [*A100.tolerations],
                    "schedulingGates": [{"name": "kueue.x-k8s.io/elastic-job"}],
                }
            },
        }
    ]


def test_options_that_kuberay_reads_off_the_object_are_annotations() -> None:
    """The class of an Ingress, how long a deletion waits, and whether there is a Service for Serve."""
    spec = RayClusterSpec(
        head=head(ingress=Ingress(class_name="nginx")),
        gcs_fault_tolerance=RedisFaultTolerance("redis:6379", deletion_timeout_seconds=60),
        serve_service=True,
        labels={"owner": "vision"},
    )

    assert body(spec)["metadata"] == {
        "name": "it",
        "labels": {"owner": "vision"},
        "annotations": {
            "kubernetes.io/ingress.class": "nginx",
            "ray.io/gcs-ft-deletion-timeout": "60",
            "ray.io/enable-serve-service": "true",
        },
    }


def test_code_and_budgets_are_objects_of_their_own() -> None:
    """The code is mounted into every Ray container, which starts there; the budgets find the pods by their cluster."""
    spec = RayClusterSpec(
        head=head(),
        workers=[group(replicas=3, working_dir="/elsewhere")],
        code=Code(Path(__file__).name, mount_path="/code"),
        disruption_budget=DisruptionBudget(groups={"workers": 2}),
        namespace="vision",
    )
    made: dict[str, Any] = bodies(spec, "notebooks")
    name = made["code"]["metadata"]["name"]
    cluster = made[""]["spec"]
    pods = [group["template"]["spec"] for group in (cluster["headGroupSpec"], *cluster["workerGroupSpecs"])]

    assert list(made) == ["", "code", "head-disruption-budget", "workers-workers-disruption-budget"]
    assert [pod["volumes"] for pod in pods] == [[{"name": name, "configMap": {"name": name}}]] * 2
    assert [pod["containers"][0]["workingDir"] for pod in pods] == ["/code", "/elsewhere"]
    assert made["head-disruption-budget"] == {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "notebooks-head", "namespace": "vision"},
        "spec": {
            "minAvailable": 1,
            "selector": {"matchLabels": {"ray.io/cluster": "notebooks", "ray.io/node-type": "head"}},
            "unhealthyPodEvictionPolicy": "AlwaysAllow",
        },
    }


def test_overrides_come_last() -> None:
    """They reach what has no argument, and what has one."""
    spec = RayClusterSpec(head=head(), overrides={"spec": {"rayVersion": "2.53.0", "suspend": True}})
    cluster = body(spec)["spec"]
    assert isinstance(cluster, dict)

    assert (cluster["rayVersion"], cluster["suspend"]) == ("2.53.0", True)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (
            RayClusterSpec(head=head(), queue="q", suspend=False),
            "suspend: must be left out in a queue, since Kueue stops and starts the cluster",
        ),
        (
            RayClusterSpec(head=head(), queue="q", upgrade_strategy="Recreate"),
            "upgrade_strategy: must be left out in a queue, since Kueue stops and starts the cluster",
        ),
        (
            RayClusterSpec(head=head(), managed_by="kueue.x-k8s.io/multikueue"),
            'managed_by: needs a queue to be "kueue.x-k8s.io/multikueue", since Kueue hands on only what is in one',
        ),
        (
            RayClusterSpec(
                head=head(), workers=[group(max_replicas=1)], queue="default", elastic=True, managed_by="kueue.x-k8s.io/multikueue"
            ),
            'managed_by: must not be "kueue.x-k8s.io/multikueue" for a cluster that is scaled, which Kueue does not do elsewhere',
        ),
        (
            RayClusterSpec(head=head(), queue=Placed("LocalQueue", "q", "speech"), team=Placed("Team", "vision", "vision")),
            'queue: must be a LocalQueue of the namespace "vision", "q" is one of "speech"',
        ),
        (
            RayClusterSpec(head=head(), labels={"kueue.x-k8s.io/queue-name": "q"}),
            'labels["kueue.x-k8s.io/queue-name"]: must be given as queue=…',
        ),
        (RayClusterSpec(head=head(), code=[]), "code.files: must name at least one file"),
    ],
)
def test_what_a_cluster_of_its_own_cannot_be_is_refused(spec: RayClusterSpec, expected: str) -> None:
    """Queue, team, namespace and code are checked with the cluster."""
    assert told(spec) == [expected]


def test_a_strategy_needs_its_version() -> None:
    """KubeRay 1.5 would drop it, and never roll anything out."""
    spec = RayClusterSpec(head=head(), upgrade_strategy="Recreate")

    assert told(spec, Targets(kuberay="1.5.1")) == ["upgrade_strategy: needs KubeRay 1.6, the target is 1.5.1"]


@pytest.mark.parametrize("kuberay", KUBERAYS)
def test_clusters_are_valid_for_every_kuberay_that_is_a_target(kuberay: str) -> None:
    """What one version does not know is not written for it."""
    spec = RayClusterSpec(
        head=head(schedulable=False),
        workers=[group("fixed", replicas=2, num_of_hosts=2), group("scaled", gpus=1, max_replicas=4, idle_timeout_seconds=60)],
        gcs_fault_tolerance=RedisFaultTolerance("redis:6379", external_storage_namespace="n"),
        head_service_annotations={"a": "b"},
    )

    body(spec, targets=Targets(kuberay=kuberay))


def test_others_ask_for_the_version_and_the_image_of_the_head() -> None:
    """A submitter runs the head's image."""
    plain = RayClusterSpec(head=head())
    given_image = RayClusterSpec(head=head(), image="registry/train:v1-ray2.46.0")

    assert [ray_version_of(plain, TARGETS), head_image(plain, TARGETS)] == ["2.52.0", "rayproject/ray:2.52.0"]
    assert [ray_version_of(given_image, TARGETS), head_image(given_image, TARGETS)] == ["2.46.0", "registry/train:v1-ray2.46.0"]


GROUPS = st.builds(
    WorkerGroup,
    st.sampled_from(["a", "b", "c", "head"]),
    cpu=st.sampled_from([1, 2, "4"]),
    memory=st.sampled_from(["1Gi", "2048Mi", "3G"]),
    gpus=st.integers(0, 2),
    gpu_resource=st.sampled_from(["nvidia.com/gpu", "amd.com/gpu", "nvidia.com/mig-1g.5gb"]),
    replicas=st.none() | st.integers(0, 3),
    max_replicas=st.none() | st.integers(1, 3),
    flavor=st.sampled_from([None, CPU, A100]),
    tolerations=st.lists(st.sampled_from(["spot", "nvidia.com/gpu:NoSchedule"]), max_size=2),
    ray_resources=st.sampled_from([{}, {"licence": 1}, {"GPU": 1}]),
    env=st.dictionaries(st.sampled_from(["A", "B"]), st.sampled_from(["", "y", "1"]), max_size=2),
)


@given(
    workers=st.lists(GROUPS, max_size=3),
    schedulable=st.booleans(),
    queue=st.sampled_from([None, "q"]),
    elastic=st.booleans(),
    kuberay=st.sampled_from(KUBERAYS),
)
def test_whatever_is_not_refused_is_valid_and_stored_as_it_is(
    workers: list[WorkerGroup], schedulable: bool, queue: str | None, elastic: bool, kuberay: str
) -> None:
    """The checks let nothing through that the schema refuses or the API server changes."""
    spec = RayClusterSpec(head=head(schedulable=schedulable), workers=workers, queue=queue, elastic=elastic)
    targets = Targets(kuberay=kuberay)
    if problems_of(spec, targets):
        return

    body(spec, targets=targets)
