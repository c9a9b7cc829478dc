"""What policies find in the world."""

from __future__ import annotations

from heliostat.lint.world import World
from heliostat.schemas.targets import Targets
from tests.lint.reports import resource

FLAVOR = resource({"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ResourceFlavor", "metadata": {"name": "gpu"}})
QUEUES = [
    resource({"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "LocalQueue", "metadata": {"name": "default", "namespace": team}})
    for team in ("vision", "speech", "vision")
]
WORLD = World([*QUEUES, FLAVOR], Targets())


def test_objects_of_a_kind() -> None:
    """Objects are found by kind and group, in the order in which they were read."""
    assert list(WORLD.of_kind("LocalQueue.kueue.x-k8s.io")) == QUEUES
    assert list(WORLD.of_kind("ResourceFlavor.kueue.x-k8s.io")) == [FLAVOR]
    assert list(WORLD.of_kind("LocalQueue")) == []


def test_an_object_by_its_name() -> None:
    """A name is found in its namespace; of two objects with one name the first that was read."""
    assert WORLD.find("LocalQueue.kueue.x-k8s.io", "default", "vision") is QUEUES[0]
    assert WORLD.find("LocalQueue.kueue.x-k8s.io", "default", "speech") is QUEUES[1]
    assert WORLD.find("ResourceFlavor.kueue.x-k8s.io", "gpu") is FLAVOR


def test_an_object_that_is_not_there() -> None:
    """Another namespace, another kind, or a reference that is no name, meet nothing."""
    assert WORLD.find("LocalQueue.kueue.x-k8s.io", "default") is None
    assert WORLD.find("LocalQueue.kueue.x-k8s.io", "default", "audio") is None
    assert WORLD.find("ClusterQueue.kueue.x-k8s.io", "gpu") is None
    assert WORLD.find("ResourceFlavor.kueue.x-k8s.io", ["gpu"]) is None


def test_an_empty_world() -> None:
    """A world without objects answers all the same."""
    assert list(World([], Targets()).of_kind("Pod")) == []
