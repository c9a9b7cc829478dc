"""Deployments, StatefulSets and DaemonSets around the template of a pod."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.pod.pod import PodArguments, pod_template
from heliostat.specs.pod.workload import daemon_set, deployment, stateful_set, workload_problems
from tests.specs.answers import told

SELECTOR = {"app": "demo"}
TEMPLATE = pod_template({"containers": [{"name": "demo", "image": "demo:v1"}]}, labels=SELECTOR, annotations={})


@arguments
class Demo(PodArguments):
    """Pods that are kept running."""

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from workload_problems(self, SELECTOR)


def the_object(kind: str, spec: dict[str, Any]) -> dict[str, Any]:
    return {
        "apiVersion": "apps/v1",
        "kind": kind,
        "metadata": {"name": "demo"},
        "spec": {"selector": {"matchLabels": SELECTOR}, "template": TEMPLATE, **spec},
    }


def test_each_is_written_with_nothing_but_what_it_needs() -> None:
    """What is not given is left to the API server, but for the number of pods, which is one unless said."""
    assert deployment({"name": "demo"}, TEMPLATE, selector=SELECTOR) == the_object("Deployment", {"replicas": 1})
    assert daemon_set({"name": "demo"}, TEMPLATE, selector=SELECTOR) == the_object("DaemonSet", {})
    assert stateful_set({"name": "demo"}, TEMPLATE, selector=SELECTOR, service_name="demo") == the_object(
        "StatefulSet", {"replicas": 1, "serviceName": "demo"}
    )


def test_each_is_written_with_all_that_it_takes() -> None:
    """Strategies stand where their kind has them, and the claims of a StatefulSet carry the type that they are stored with."""
    claim = {"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"]}}

    made = [
        deployment({"name": "demo"}, TEMPLATE, selector=SELECTOR, replicas=2, strategy={"type": "Recreate"}),
        daemon_set({"name": "demo"}, TEMPLATE, selector=SELECTOR, update_strategy={"type": "OnDelete"}),
        stateful_set({"name": "demo"}, TEMPLATE, selector=SELECTOR, service_name="demo", replicas=3, volume_claim_templates=[claim]),
    ]

    stored = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", **claim}
    assert made == [
        the_object("Deployment", {"replicas": 2, "strategy": {"type": "Recreate"}}),
        the_object("DaemonSet", {"updateStrategy": {"type": "OnDelete"}}),
        the_object("StatefulSet", {"replicas": 3, "serviceName": "demo", "volumeClaimTemplates": [stored]}),
    ]


def test_what_only_other_pods_may_have_is_refused() -> None:
    """Pods that are kept running do not end, and their owner has to find them."""
    assert told(Demo(restart_policy="Always", pod_labels={"tier": "web"})) == []
    assert told(Demo(restart_policy="Never", active_deadline_seconds=5, pod_labels={"app": "other"})) == [
        'restart_policy: must be "Always" for pods that are kept running, got "Never"',
        "active_deadline_seconds: must be left out for pods that are kept running",
        'pod_labels["app"]: must be left out, since the pods are found by it',
    ]
