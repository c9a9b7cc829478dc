"""Where the pods of a group land."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.arguments import Problem
from heliostat.specs.pod.toleration import Toleration
from heliostat.specs.ray.placement import node_selector, placement_problems, tolerations
from heliostat.specs.ray.ray_pod import RayPod

GPU = {"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"}


@dataclass(frozen=True)
class Flavor:
    """Stands in for a ResourceFlavor."""

    name: str = "a100"
    node_labels: Mapping[str, str] = field(default_factory=dict)
    tolerations: Sequence[JsonObject] = ()


def pod(flavor: Flavor | None = None, *, gpus: int = 0, gpu_resource: str = "nvidia.com/gpu", **more: object) -> RayPod:
    """A pod with what every pod needs."""
    return RayPod(cpu=1, memory="1Gi", flavor=flavor, gpus=gpus, gpu_resource=gpu_resource, **more)


def test_the_flavor_is_taken_over_and_added_to() -> None:
    """Its tolerations come first, as they are; the same one is not repeated."""
    spot: JsonObject = {"key": "spot", "operator": "Exists"}
    placed = pod(Flavor(node_labels={"pool": "a100"}, tolerations=[spot]), node_selector={"zone": "b"}, tolerations=["spot", "team=ml"])

    assert node_selector(placed) == {"pool": "a100", "zone": "b"}
    assert tolerations(placed) == [spot, {"key": "team", "operator": "Equal", "value": "ml"}]


def test_gpus_bring_their_toleration() -> None:
    """The taint has the name of what the device plugin offers."""
    assert tolerations(pod(gpus=1)) == [GPU]
    assert tolerations(pod(gpus=1, gpu_resource="amd.com/gpu")) == [{**GPU, "key": "amd.com/gpu"}]
    assert tolerations(pod()) == []


@pytest.mark.parametrize(
    "covering",
    [
        {"key": "nvidia.com/gpu", "operator": "Equal", "value": "present", "effect": "NoSchedule"},
        {"key": "nvidia.com/gpu", "operator": "Exists"},
        {"operator": "Exists"},
    ],
)
def test_gpus_bring_none_where_the_flavor_or_the_author_covers_them(covering: JsonObject) -> None:
    """Whoever wrote a toleration for the taint decides on its value."""
    assert tolerations(pod(Flavor(tolerations=[covering]), gpus=1)) == [covering]


@pytest.mark.parametrize("other", [Toleration("spot"), Toleration("nvidia.com/gpu", effect="NoExecute")])
def test_gpus_bring_theirs_beside_tolerations_of_something_else(other: Toleration) -> None:
    """Another key or another effect does not cover the taint."""
    assert tolerations(pod(gpus=1, tolerations=[other]))[-1] == GPU


def test_an_author_may_not_contradict_the_flavor() -> None:
    """Kueue would not find the flavor for such a pod."""
    placed = pod(Flavor(node_labels={"pool": "a100"}), node_selector={"pool": "cpu"})

    assert list(placement_problems(placed)) == [Problem('node_selector["pool"]', 'must be "a100" as in the flavor, or left out, got "cpu"')]
    assert list(placement_problems(pod(Flavor(node_labels={"pool": "a100"}), node_selector={"pool": "a100"}))) == []
