"""Deployments, StatefulSets and DaemonSets around the template of a pod."""

from __future__ import annotations

from typing import Any

from heliostat.specs.pod.pod import pod_template
from heliostat.specs.pod.workload import daemon_set, deployment, stateful_set

SELECTOR = {"app": "demo"}
TEMPLATE = pod_template({"containers": [{"name": "demo", "image": "demo:v1"}]}, labels=SELECTOR, annotations={})


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
