"""The way from an object to the flavors that its queue can give."""

from __future__ import annotations

from heliostat.lint.queues import cluster_queue_of, flavors_for
from heliostat.lint.resource import Place, Resource
from heliostat.lint.world import World
from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.object_ref import ObjectRef
from heliostat.schemas.targets import Targets


def resource(api_version: str, kind: str, name: str, spec: JsonObject, **metadata: JsonValue) -> Resource:
    body: JsonObject = {"apiVersion": api_version, "kind": kind, "metadata": {"name": name, **metadata}, "spec": spec}
    return Resource(ObjectRef.of(body), body, Place("all.yaml"))


KUEUE = "kueue.x-k8s.io/v1beta2"
LOCAL = resource(KUEUE, "LocalQueue", "default", {"clusterQueue": "research"}, namespace="vision")
QUEUE = resource(
    KUEUE,
    "ClusterQueue",
    "research",
    {"resourceGroups": [{"coveredResources": ["cpu", "nvidia.com/gpu"], "flavors": [{"name": "a100"}, {"name": "spot"}]}]},
)
A100 = resource(KUEUE, "ResourceFlavor", "a100", {"nodeLabels": {"pool": "a100"}})
SPOT = resource(KUEUE, "ResourceFlavor", "spot", {"nodeLabels": {"pool": "spot"}})


def pod(name: str, spec: JsonObject, namespace: str = "vision", queue: str = "default") -> Resource:
    return resource("v1", "Pod", name, spec, namespace=namespace, labels={"kueue.x-k8s.io/queue-name": queue})


def world(*resources: Resource) -> World:
    return World(resources, Targets())


def test_cluster_queue() -> None:
    """An object is admitted by the ClusterQueue of the LocalQueue beside it; a queue of another namespace is none of its own."""
    everything = world(LOCAL, QUEUE)

    assert cluster_queue_of(pod("train", {}), everything) is QUEUE
    assert cluster_queue_of(pod("train", {}, namespace="audio"), everything) is None
    assert cluster_queue_of(pod("train", {}, queue="other"), everything) is None
    assert cluster_queue_of(pod("train", {}), world(LOCAL)) is None


def test_flavors() -> None:
    """All flavors of the group that counts a resource can be given for it, in the order of the queue."""
    (template,) = pod("train", {}).pod_templates

    assert flavors_for("nvidia.com/gpu", template, QUEUE, world(SPOT, A100)) == [A100, SPOT]
    assert flavors_for("memory", template, QUEUE, world(SPOT, A100)) == ()


def test_selected_flavors() -> None:
    """A pod that selects nodes is given no flavor of other nodes; labels that no flavor has are not looked at."""
    selects_a100: JsonObject = {"nodeSelector": {"pool": "a100", "zone": "b"}}
    (template,) = pod("train", selects_a100).pod_templates

    assert flavors_for("cpu", template, QUEUE, world(A100, SPOT)) == [A100]


def test_unknown_flavors() -> None:
    """Where one of the flavors is not there, nobody can tell which can be given."""
    (template,) = pod("train", {}).pod_templates

    assert flavors_for("cpu", template, QUEUE, world(A100)) == ()
