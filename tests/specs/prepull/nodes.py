"""Flavors and Ray objects, for saying which images come to which nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from heliostat.manifests.json_value import JsonObject, JsonValue

GPU: JsonObject = {"key": "nvidia.com/gpu", "operator": "Equal", "value": "present", "effect": "NoSchedule"}
SPOT: JsonObject = {"key": "spot", "operator": "Exists"}


@dataclass(frozen=True)
class Flavor:
    """Stands in for a ResourceFlavor."""

    name: str
    node_labels: Mapping[str, str] = field(default_factory=dict)
    tolerations: Sequence[JsonObject] = ()
    added_tolerations: Sequence[JsonObject] = ()
    object_kind: str = "ResourceFlavor"


CPU = Flavor("cpu", {"pool": "cpu"})
L4 = Flavor("l4", {"pool": "l4", "spot": "true"}, [GPU, SPOT], [SPOT])


def pod(image: str, *, flavor: Flavor | None = None, **spec: JsonValue) -> JsonObject:
    """A pod template that is bound to a flavor's nodes, or to none."""
    bound: JsonObject = {} if flavor is None else {"nodeSelector": {**flavor.node_labels}, "tolerations": [*flavor.tolerations]}
    return {"spec": {"containers": [{"name": "ray", "image": image}], **bound, **spec}}


def cluster(head: JsonObject, *workers: JsonObject, **more: JsonValue) -> JsonObject:
    """The spec of a RayCluster."""
    return {"headGroupSpec": {"template": head}, "workerGroupSpecs": [{"template": worker} for worker in workers], **more}


def ray(kind: str, spec: JsonObject, *, queue: str | None = None) -> JsonObject:
    """A Ray object, in a queue or in none."""
    labels: JsonObject = {} if queue is None else {"kueue.x-k8s.io/queue-name": queue}
    return {"apiVersion": "ray.io/v1", "kind": kind, "metadata": {"name": "it", "namespace": "vision", "labels": labels}, "spec": spec}
