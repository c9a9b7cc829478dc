"""What keeps pods running: a Deployment, StatefulSet or DaemonSet around the template of a pod.

Each takes the whole `metadata` of the object (`specs.object_spec.metadata` composes it) and a template from
`specs.pod.pod.pod_template`, whose labels must hold those of the selector. What is not given is left to the API server.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.arguments import Problem
from heliostat.specs.pod.pod import PodArguments

_APPS = "apps/v1"


def deployment(
    metadata: JsonObject, template: JsonObject, *, selector: Mapping[str, str], replicas: int = 1, strategy: JsonObject | None = None
) -> JsonObject:
    """Write a Deployment.

    Args:
        metadata: metadata of the Deployment itself.
        template: template of its pods.
        selector: labels by which it finds them; they can never change.
        replicas: how many pods.
        strategy: how pods are replaced, such as `{"type": "Recreate"}`; a rolling update by default.
    """
    spec: JsonObject = {"replicas": replicas, "selector": _labels(selector), "template": template}
    if strategy is not None:
        spec["strategy"] = strategy
    return {"apiVersion": _APPS, "kind": "Deployment", "metadata": metadata, "spec": spec}


def stateful_set(
    metadata: JsonObject,
    template: JsonObject,
    *,
    selector: Mapping[str, str],
    service_name: str,
    replicas: int = 1,
    volume_claim_templates: Sequence[JsonObject] = (),
) -> JsonObject:
    """Write a StatefulSet.

    Args:
        metadata: metadata of the StatefulSet itself.
        template: template of its pods.
        selector: labels by which it finds them; they can never change.
        service_name: headless Service that names the pods.
        replicas: how many pods.
        volume_claim_templates: PersistentVolumeClaims that each pod gets, whole but for apiVersion and kind.
    """
    spec: JsonObject = {"replicas": replicas, "selector": _labels(selector), "serviceName": service_name, "template": template}
    if volume_claim_templates:
        # stored with these two, and Argo CD compares them
        claims = [{"apiVersion": "v1", "kind": "PersistentVolumeClaim", **claim} for claim in volume_claim_templates]
        spec["volumeClaimTemplates"] = [*claims]
    return {"apiVersion": _APPS, "kind": "StatefulSet", "metadata": metadata, "spec": spec}


def daemon_set(
    metadata: JsonObject, template: JsonObject, *, selector: Mapping[str, str], update_strategy: JsonObject | None = None
) -> JsonObject:
    """Write a DaemonSet.

    Args:
        metadata: metadata of the DaemonSet itself.
        template: template of its pods.
        selector: labels by which it finds them; they can never change.
        update_strategy: how pods are replaced; one node after another by default.
    """
    spec: JsonObject = {"selector": _labels(selector), "template": template}
    if update_strategy is not None:
        spec["updateStrategy"] = update_strategy
    return {"apiVersion": _APPS, "kind": "DaemonSet", "metadata": metadata, "spec": spec}


def workload_problems(pod: PodArguments, selector: Mapping[str, str]) -> Iterator[Problem]:
    """Name what Kubernetes refuses in the pods of all three (v1.35 pkg/apis/apps/validation), and labels that would hide them.

    Args:
        pod: arguments of the pods.
        selector: labels by which they are found.
    """
    if pod.restart_policy not in (None, "Always"):
        yield Problem("restart_policy", f'must be "Always" for pods that are kept running, got "{pod.restart_policy}"')
    if pod.active_deadline_seconds is not None:
        yield Problem("active_deadline_seconds", "must be left out for pods that are kept running")
    for key in pod.pod_labels:
        if key in selector:
            yield Problem(f'pod_labels["{key}"]', "must be left out, since the pods are found by it")


def _labels(selector: Mapping[str, str]) -> JsonObject:
    return {"matchLabels": dict(selector)}
