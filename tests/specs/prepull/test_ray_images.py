"""Images come to the nodes that pods with them land on, or may land on."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.prepull.ray_images import images_on
from tests.specs.prepull.nodes import CPU, GPU, L4, SPOT, Flavor, cluster, pod, ray

CLUSTER = cluster(pod("ray:head", flavor=CPU), pod("ray:gpu", flavor=L4))


@pytest.mark.parametrize(
    "body",
    [
        ray("RayCluster", CLUSTER),
        ray("RayJob", {"rayClusterSpec": CLUSTER}),
        ray("RayService", {"rayClusterConfig": CLUSTER}),
        ray("RayCronJob", {"jobTemplate": {"rayClusterSpec": CLUSTER}}),
    ],
    ids=lambda body: body["kind"],
)
def test_bound_pods(body: JsonObject) -> None:
    """A head on one kind of nodes and workers on another, in each kind of object."""
    assert images_on(CPU, [body]) == ["ray:head"]
    assert images_on(L4, [body]) == ["ray:gpu"]


def test_every_container() -> None:
    """Those of the pods, those that KubeRay adds to them, and those of submitters; each image once, in order."""
    head = pod("ray:1", flavor=CPU, initContainers=[{"name": "fetch", "image": "fetch:1"}])
    worker = pod("ray:1", flavor=L4, containers=[{"name": "ray", "image": "ray:1"}, {"name": "log", "image": "log:1"}])
    more = cluster(
        head,
        worker,
        enableInTreeAutoscaling=True,
        autoscalerOptions={"image": "autoscaler:1"},
        historyServerOptions={"collectorOptions": {"image": "collector:1"}},
    )
    job = ray("RayJob", {"rayClusterSpec": more, "submitterPodTemplate": pod("submit:1", flavor=CPU)})
    nightly = ray("RayCronJob", {"jobTemplate": {"rayClusterSpec": more, "submitterPodTemplate": pod("nightly:1", flavor=CPU)}})

    assert images_on(CPU, [job, nightly]) == ["autoscaler:1", "collector:1", "fetch:1", "nightly:1", "ray:1", "submit:1"]
    assert images_on(L4, [job]) == ["collector:1", "log:1", "ray:1"]


def test_an_autoscaler_that_is_off() -> None:
    """Its image is never started."""
    assert images_on(CPU, [ray("RayCluster", cluster(pod("ray:1", flavor=CPU), autoscalerOptions={"image": "autoscaler:1"}))]) == ["ray:1"]


@pytest.mark.parametrize(
    ("flavor", "template", "queue", "lands"),
    [
        (CPU, pod("ray:1"), None, True),
        (CPU, pod("ray:1", nodeSelector={"zone": "a"}), None, True),
        (CPU, pod("ray:1", nodeSelector={"pool": "gpu"}), None, False),
        (L4, pod("ray:1"), "default", False),
        (L4, pod("ray:1", tolerations=[GPU]), None, False),
        (L4, pod("ray:1", tolerations=[GPU]), "default", True),
        (L4, pod("ray:1", tolerations=[GPU, SPOT]), None, True),
        (L4, pod("ray:1", tolerations=[{"operator": "Exists"}]), None, True),
        (L4, pod("ray:1", nodeSelector={"pool": "l4"}, tolerations=[{"key": "nvidia.com/gpu", "value": "other"}]), "default", False),
        (L4, pod("ray:1", nodeSelector={"pool": "l4"}), None, False),
        (L4, pod("ray:1", nodeSelector={"pool": "l4", "spot": "true"}), None, True),
        (Flavor("any"), pod("ray:1", nodeSelector={"pool": "gpu"}), None, True),
        (Flavor("any", tolerations=[GPU]), pod("ray:1"), None, False),
    ],
    ids=[
        "nothing said, no taints",
        "another label",
        "other nodes",
        "taints",
        "one taint of two",
        "what Kueue adds",
        "both taints",
        "every taint",
        "another value",
        "one label of two, and taints",
        "bound to them",
        "a flavor without labels",
        "a flavor without labels, with taints",
    ],
)
def test_pods_that_are_not_bound(flavor: Flavor, template: JsonObject, queue: str | None, lands: bool) -> None:
    """Kubernetes or Kueue may send them wherever no label says otherwise and the taints are tolerated."""
    body = ray("RayCluster", cluster(template), queue=queue)

    assert images_on(flavor, [body]) == (["ray:1"] if lands else [])


@pytest.mark.parametrize(
    "body",
    [
        {"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": pod("app:1")}},
        {"apiVersion": "example.com/v1", "kind": "RayCluster", "spec": CLUSTER},
        {"apiVersion": "ray.io/v1", "kind": "RayCluster"},
        {"apiVersion": "ray.io/v1", "kind": "RayCluster", "metadata": 7, "spec": {"headGroupSpec": [], "workerGroupSpecs": [3]}},
        {"kind": "Odd"},
    ],
)
def test_what_is_none_of_them(body: JsonObject) -> None:
    """Other kinds pull for themselves, and what is no object of Ray's in truth is told elsewhere."""
    assert images_on(CPU, [body]) == []
