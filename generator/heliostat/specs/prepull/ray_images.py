"""Which images the Ray objects of an environment use on which nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.structure import list_of, object_of
from heliostat.specs.kueue.flavor_tolerations import flavor_tolerations
from heliostat.specs.pod.toleration import is_tolerated
from heliostat.specs.ray.described_cluster import described_cluster, value_at
from heliostat.specs.reference import FlavorReference

_SUBMITTERS = ("spec.submitterPodTemplate", "spec.jobTemplate.submitterPodTemplate")
_QUEUE = "kueue.x-k8s.io/queue-name"


def images_on(flavor: FlavorReference, bodies: Iterable[JsonObject]) -> list[str]:
    """Name the images of the pods that land, or may land, on the nodes of a flavor, each once and in order."""
    return sorted({image for body in bodies for pod, images in _pods(body) if _lands(pod, body, flavor) for image in images})


def _pods(body: JsonObject) -> Iterator[tuple[JsonObject, list[str]]]:
    """Read the pods of a Ray object, and with each the images of its containers and of those that KubeRay adds."""
    cluster = described_cluster(body)
    if not cluster:
        return
    collector = value_at(cluster, "historyServerOptions.collectorOptions.image")
    autoscaler = value_at(cluster, "autoscalerOptions.image") if cluster.get("enableInTreeAutoscaling") is True else None
    head = object_of(value_at(cluster, "headGroupSpec.template"))
    yield _spec(head), _images(_spec(head), collector, autoscaler)
    for group in list_of(cluster.get("workerGroupSpecs")):
        worker = _spec(object_of(object_of(group).get("template")))
        yield worker, _images(worker, collector)
    for path in _SUBMITTERS:
        submitter = _spec(object_of(value_at(body, path)))
        yield submitter, _images(submitter)


def _spec(template: JsonObject) -> JsonObject:
    return object_of(template.get("spec"))


def _images(pod: JsonObject, *added: JsonValue) -> list[str]:
    containers = [object_of(each) for key in ("initContainers", "containers") for each in list_of(pod.get(key))]
    return [image for image in (*(each.get("image") for each in containers), *added) if isinstance(image, str)]


def _lands(pod: JsonObject, body: JsonObject, flavor: FlavorReference) -> bool:
    """Tell whether a pod is bound to a flavor's nodes, or names no others and tolerates their taints, with what Kueue adds."""
    selector = object_of(pod.get("nodeSelector"))
    if any(selector.get(key, value) != value for key, value in flavor.node_labels.items()):
        return False
    if flavor.node_labels and flavor.node_labels.items() <= selector.items():
        return True
    tolerated = [object_of(each) for each in list_of(pod.get("tolerations"))]
    if _QUEUE in object_of(value_at(body, "metadata.labels")):
        tolerated += flavor_tolerations([flavor])
    taints = [_as_taint(each) for each in flavor.tolerations if "key" in each]
    return all(any(is_tolerated(taint, by=each) for each in tolerated) for taint in taints)


def _as_taint(toleration: JsonObject) -> JsonObject:
    """Write the taint that a toleration is for; what it leaves out is asked of nobody."""
    return {key: value for key, value in toleration.items() if key in ("key", "value", "effect")}
