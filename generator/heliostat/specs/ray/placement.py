"""On which nodes the pods of a group land: what their flavor, their GPUs and their author say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.arguments import Problem
from heliostat.specs.pod.toleration import Toleration, tolerations_json
from heliostat.specs.ray.ray_pod import RayPod
from heliostat.specs.reference import FlavorReference, QueueReference, QueueWithFlavors


class Placed(Protocol):
    """A pod that may be given a flavor beside what Kubernetes knows."""

    @property
    def flavor(self) -> FlavorReference | None: ...

    @property
    def node_selector(self) -> Mapping[str, str]: ...

    @property
    def tolerations(self) -> Sequence[Toleration | str]: ...


def node_selector(pod: Placed) -> dict[str, str]:
    """Join the flavor's node labels and the author's."""
    return {**(pod.flavor.node_labels if pod.flavor else {}), **pod.node_selector}


def joined_tolerations(pod: Placed, queue_tolerations: Sequence[JsonObject] = ()) -> list[JsonObject]:
    """Join the flavor's tolerations, as they are, and the author's, and what the queue adds to a list that is there."""
    joined = _distinct(*(pod.flavor.tolerations if pod.flavor else ()), *tolerations_json(pod.tolerations))
    return _with_the_queues(joined, queue_tolerations)


def tolerations(pod: RayPod, queue_tolerations: Sequence[JsonObject] = ()) -> list[JsonObject]:
    """Join the flavor's tolerations and the author's, add one for the GPUs where none covers their taint, and what the queue adds."""
    joined = joined_tolerations(pod)
    if pod.gpus and not any(_covers(toleration, pod.gpu_resource) for toleration in joined):
        joined.append({"key": pod.gpu_resource, "operator": "Exists", "effect": "NoSchedule"})
    return _with_the_queues(joined, queue_tolerations)


def queue_tolerations_of(queue: QueueReference | str | None) -> Sequence[JsonObject]:
    """Name what Kueue may add to the tolerations of pods in a queue, as far as the queue tells."""
    # the first question answers most: asking for a protocol takes long
    return queue.flavor_tolerations if queue is not None and isinstance(queue, QueueWithFlavors) else ()


def _with_the_queues(joined: list[JsonObject], queue_tolerations: Sequence[JsonObject]) -> list[JsonObject]:
    """Add to a list that is there what Kueue would add at admission.

    Argo CD compares lists whole: it would put the shorter one of Git back, and Kueue's node selectors and labels would go with it.
    Kueue counts a flavor's own tolerations as the pod's, so that these change nothing about which flavors fit.
    """
    return _distinct(*joined, *queue_tolerations) if joined else []


def _distinct(*given: JsonObject) -> list[JsonObject]:
    joined: list[JsonObject] = []
    for toleration in given:
        if toleration not in joined:
            joined.append(dict(toleration))
    return joined


def placement_problems(pod: Placed) -> Iterator[Problem]:
    """Name node labels on which the author and the flavor differ."""
    labels = pod.flavor.node_labels if pod.flavor else {}
    for key, value in pod.node_selector.items():
        if key in labels and labels[key] != value:
            yield Problem(f'node_selector["{key}"]', f'must be "{labels[key]}" as in the flavor, or left out, got "{value}"')


def _covers(toleration: JsonObject, key: str) -> bool:
    """Tell whether a toleration is about a taint; its value is left to whoever wrote it."""
    return toleration.get("key", key) == key and toleration.get("effect", "NoSchedule") == "NoSchedule"
