"""What is refused of an installation of Kueue."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import problems_of
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.kueue import KueueSpec
from heliostat.specs.install.kueue.metrics import KueueMetrics
from heliostat.specs.install.kueue.servers import LeaderElection, WebhookServer
from heliostat.specs.install.kueue.service_monitor import KueueServiceMonitor
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.pod.volume import EmptyDir
from tests.specs.answers import DNS_LABEL, DNS_SUBDOMAIN

CASES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a name": ({"name": "queues"}, ["name: must be left out, since the objects of Kueue know each other by upstream's names"]),
    "no namespace": ({"namespace": None}, ["namespace: must be given, here or to the app, since its objects refer to each other by it"]),
    "a namespace that is none": ({"namespace": "a.b"}, [f"namespace: {DNS_LABEL}'a.b'"]),
    "namespaces that Kueue never manages": (
        {"configuration": KueueConfiguration(managed_jobs_namespace_selector=LabelSelector())},
        [
            f'configuration.managed_jobs_namespace_selector: must keep out the namespace "{name}", which Kueue never manages'
            for name in ("kube-system", "kueue-system")
        ],
    ),
    "visibility that is said twice": (
        {"configuration": KueueConfiguration(feature_gates={"VisibilityOnDemand": False}), "visibility_priority": True},
        ['configuration.feature_gates["VisibilityOnDemand"]: must be left out, since visibility=True says so already'],
    ),
    "a priority for nothing": (
        {"visibility": False, "visibility_priority": True},
        ["visibility_priority: goes with visibility=True"],
    ),
    "metrics that are not served": (
        {"configuration": KueueConfiguration(metrics=KueueMetrics(bind_address="0")), "service_monitor": KueueServiceMonitor()},
        ['service_monitor: must be left out where configuration.metrics.bind_address is "0"'],
    ),
    "no manager": ({"replicas": 0}, ["replicas: must be at least 1, since nothing is admitted without a manager, got 0"]),
    "managers that do not agree": (
        {"replicas": 2, "configuration": KueueConfiguration(leader_election=LeaderElection(leader_elect=False))},
        ["configuration.leader_election.leader_elect: must be True with 2 replicas, which would all queue"],
    ),
    "managers that cannot be replaced": (
        {"max_surge": "0%", "max_unavailable": 0, "min_available": 0},
        ["min_available: must be at least 1, got 0", "max_unavailable: must not be 0 too, since no pod could be replaced then"],
    ),
    "managers that can never be moved": (
        {"replicas": 2, "min_available": 3},
        ["min_available: must be at most replicas=2, or no node is ever drained, got 3"],
    ),
    "shares of managers": (
        {"max_surge": "many", "max_unavailable": -1},
        [
            "max_surge: must be a number of pods or a percentage such as \"25%\", got 'many'",
            'max_unavailable: must be a number of pods or a percentage such as "25%", got -1',
        ],
    ),
    "logs and domains": (
        {"log_level": -1, "cluster_domain": "Cluster"},
        ["log_level: must not be negative, got -1", f"cluster_domain: {DNS_SUBDOMAIN}'Cluster'"],
    ),
    "another account": ({"service_account": "queues"}, ["service_account: must be left out, since Kueue has its rights under its own"]),
    "an image of another version": (
        {"image": "registry.example/kueue:v0.18.4"},
        ["image: must be of Kueue 0.19 as the target is, got 'registry.example/kueue:v0.18.4'"],
    ),
    "one port for two servers": (
        {"configuration": KueueConfiguration(webhook=WebhookServer(port=8443))},
        ['configuration: ports["webhook-server"] must differ from the port "metrics", both are 8443/TCP'],
    ),
    "a port for the kubelet and for webhooks": (
        {"configuration": KueueConfiguration(webhook=WebhookServer(port=8081), pprof_bind_address="127.0.0.1:8082")},
        [
            'configuration: ports["health"] must differ from the port "webhook-server", both are 8081/TCP',
            'configuration: ports["pprof"] must differ from the port "visibility", both are 8082/TCP',
        ],
    ),
    "profiles at no address": (
        {"configuration": KueueConfiguration(pprof_bind_address="6060")},
        ['configuration.pprof_bind_address: must be an address with a port such as ":8443", or "0" for none, got \'6060\''],
    ),
    "an order that is asked for and not known": (
        {
            "configuration": KueueConfiguration(feature_gates={"AllBeta": False, "PartialAdmission": True}),
        },
        ["visibility: must be False, since configuration.feature_gates leave VisibilityOnDemand off"],
    ),
    "Kueue's own files": (
        {"volumes": {"/visibility": EmptyDir(name="other")}},
        ['volumes["/visibility"]: must be mounted elsewhere, Kueue has its own files there'],
    ),
    "labels that find the pods": (
        {"pod_labels": {"control-plane": "mine"}},
        ['pod_labels["control-plane"]: must be left out, since the pods are found by it'],
    ),
    "pods that end": (
        {"restart_policy": "Never", "requests": {"cpu": 8}},
        [
            'requests["cpu"]: must be at most the limit, which is 2, got 8',
            'restart_policy: must be "Always" for pods that are kept running, got "Never"',
        ],
    ),
}


@pytest.mark.parametrize(("arguments", "messages"), CASES.values(), ids=CASES)
def test_each_fault_is_told(arguments: dict[str, Any], messages: list[str]) -> None:
    """Where it stands, what is expected and what was given."""
    spec = KueueSpec(**{"namespace": "kueue-system", **arguments})

    assert [f"{problem.argument}: {problem.message}" for problem in problems_of(spec, Targets())] == messages


def test_an_installation_that_is_not_known_is_refused() -> None:
    """Once, and nothing of its configuration is judged, since that is another one in every version."""
    spec = KueueSpec(namespace="kueue-system", configuration=KueueConfiguration(overrides={"unknown": 1}))

    assert [problem.message for problem in problems_of(spec, Targets(kueue="0.18.4"))] == [
        "the installation of Kueue 0.18.4 is not known, only that of Kueue 0.19"
    ]
