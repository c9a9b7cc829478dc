"""Ray objects that no operator looks after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.manifest import Manifest
from heliostat.schemas.structure import object_of
from heliostat.specs.install.kuberay.running_operator import RunningOperator
from heliostat.specs.ray.described_cluster import CLUSTER_PATHS, value_at

BY_MULTIKUEUE = "kueue.x-k8s.io/multikueue"
"""Who looks after what goes to another cluster."""

_QUEUE_LABEL = "kueue.x-k8s.io/queue-name"


def unwatched_problems(manifests: Sequence[Manifest], operators: Sequence[RunningOperator]) -> Iterator[str]:
    """Name the Ray objects of namespaces that none of the operators watches: nothing would ever come of them, and nothing would say so.

    Only where the environment makes the namespace, since one that is there already may have an operator of its own, and none that
    MultiKueue may send to another cluster.
    """
    made = {object_of(each.body.get("metadata")).get("name") for each in manifests if each.body.get("kind") == "Namespace"}
    sends = any(
        value_at(each.body, "spec.controllerName") == BY_MULTIKUEUE for each in manifests if each.body.get("kind") == "AdmissionCheck"
    )
    for manifest in manifests:
        metadata = object_of(manifest.body.get("metadata"))
        namespace = str(metadata.get("namespace"))
        if not _is_of_ray(manifest.body) or namespace not in made or any(operator.watches(namespace) for operator in operators):
            continue
        if value_at(manifest.body, "spec.managedBy") == BY_MULTIKUEUE or (sends and _QUEUE_LABEL in object_of(metadata.get("labels"))):
            continue
        told, where = " or ".join(map(str, operators)), f'the namespace "{namespace}", which no operator watches'
        yield manifest.complaint(f"is in {where}, expected it among the watched_namespaces of {told}")


def _is_of_ray(body: JsonObject) -> bool:
    return body.get("apiVersion") == "ray.io/v1" and str(body.get("kind")) in CLUSTER_PATHS
