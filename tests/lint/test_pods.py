"""Where pods stand in objects, and what runs in them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from heliostat.lint.pods import POD_KINDS, RAY_KINDS, PodTemplate, amount_of, pod_templates
from heliostat.manifests.json_value import JsonObject, JsonValue, Path

POD: JsonObject = {"spec": {"containers": [{"name": "main"}, {"name": "sidecar"}], "initContainers": [{"name": "first"}]}}
CLUSTER: JsonObject = {
    "headGroupSpec": {"template": POD},
    "workerGroupSpecs": [{"groupName": "cpu", "template": POD}, {"groupName": "gpu", "template": POD}],
}


def put(path: Path, value: JsonValue) -> JsonObject:
    """Make an object that holds a value at a path of keys."""
    for step in reversed(path):
        value = {str(step): value}
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("Pod", ()),
        ("PodTemplate", ("template",)),
        ("ReplicationController", ("spec", "template")),
        ("Deployment.apps", ("spec", "template")),
        ("StatefulSet.apps", ("spec", "template")),
        ("DaemonSet.apps", ("spec", "template")),
        ("ReplicaSet.apps", ("spec", "template")),
        ("Job.batch", ("spec", "template")),
        ("CronJob.batch", ("spec", "jobTemplate", "spec", "template")),
    ],
)
def test_kinds_of_kubernetes(kind: str, path: Path) -> None:
    """Each has one template."""
    assert kind in POD_KINDS
    assert list(pod_templates(kind, put(path, POD))) == [PodTemplate(POD, path, "pod", {})]


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("RayCluster.ray.io", ("spec",)),
        ("RayJob.ray.io", ("spec", "rayClusterSpec")),
        ("RayService.ray.io", ("spec", "rayClusterConfig")),
        ("RayCronJob.ray.io", ("spec", "jobTemplate", "rayClusterSpec")),
    ],
)
def test_kinds_of_ray(kind: str, path: Path) -> None:
    """The head comes first, then every worker group, each with the group that it stands in."""
    head, cpu, gpu = pod_templates(kind, put(path, CLUSTER))

    assert kind in RAY_KINDS
    assert head == PodTemplate(POD, (*path, "headGroupSpec", "template"), "head", {"template": POD})
    assert cpu == PodTemplate(POD, (*path, "workerGroupSpecs", 0, "template"), "worker", {"groupName": "cpu", "template": POD})
    assert gpu.path == (*path, "workerGroupSpecs", 1, "template")
    assert [pod.label for pod in (head, cpu, gpu)] == ["the head", 'the worker group "cpu"', 'the worker group "gpu"']


@pytest.mark.parametrize(("kind", "path"), [("RayJob.ray.io", ("spec",)), ("RayCronJob.ray.io", ("spec", "jobTemplate"))])
def test_a_submitter_comes_last(kind: str, path: Path) -> None:
    """The pod that submits a job is one of its pods, and Ray does not run in it."""
    body = put(path, {"submitterPodTemplate": POD, "rayClusterSpec": CLUSTER})
    *_, submitter = pod_templates(kind, body)

    assert submitter == PodTemplate(POD, (*path, "submitterPodTemplate"), "submitter", {})
    assert (submitter.label, submitter.is_ray, submitter.ray_container) == ("the submitter", False, None)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("ConfigMap", POD),
        ("Deployment.example.com", put(("spec", "template"), POD)),
        ("Deployment.apps", {}),
        ("Deployment.apps", {"spec": {"template": None}}),
        ("RayJob.ray.io", {"spec": {"submitterPodTemplate": []}}),
        ("RayCluster.ray.io", {"spec": []}),
        ("RayCluster.ray.io", {"spec": {"headGroupSpec": None, "workerGroupSpecs": ["gpu", None]}}),
        ("RayJob.ray.io", {"spec": {"clusterSelector": {"ray.io/cluster": "shared"}}}),
    ],
)
def test_objects_without_pods(kind: str, body: JsonObject) -> None:
    """An object of another kind, or one that its schema refuses, has no templates, and nothing breaks."""
    assert list(pod_templates(kind, body)) == []


def test_containers() -> None:
    """Containers have their paths; Ray runs in the first of a head or worker, whatever it is called, and in no init container."""
    head, *_ = pod_templates("RayCluster.ray.io", put(("spec",), CLUSTER))
    path: Path = ("spec", "headGroupSpec", "template", "spec")

    assert [(each.name, each.path, each.is_ray) for each in head.all_containers] == [
        ("first", (*path, "initContainers", 0), False),
        ("main", (*path, "containers", 0), True),
        ("sidecar", (*path, "containers", 1), False),
    ]
    assert head.ray_container == head.containers[0]
    assert head.spec_path == path


def test_a_pod_without_containers() -> None:
    """A head whose template says nothing has no container that Ray could run in."""
    (head,) = pod_templates("RayCluster.ray.io", {"spec": {"headGroupSpec": {}}})

    assert (head.spec, head.containers, head.ray_container) == ({}, (), None)


def test_resources_of_a_container() -> None:
    """Requests, limits and GPUs are read, with the path of each; nothing is made of what is no mapping."""
    asked: JsonObject = {"limits": {"nvidia.com/gpu": 1, "amd.com/gpu": "0"}, "requests": {"nvidia.com/gpu": "1", "cpu": 2}}
    pods: JsonObject = {"spec": {"containers": [{"resources": asked}, {"resources": {"limits": []}}]}}
    (pod,) = pod_templates("Pod", pods)
    full, empty = pod.containers

    assert full.resources("requests") == asked["requests"]
    assert full.path_of("limits", "cpu") == ("spec", "containers", 0, "resources", "limits", "cpu")
    assert list(full.gpus) == ["nvidia.com/gpu"]
    assert (empty.resources("limits"), list(empty.gpus), empty.name) == ({}, [], "")


@pytest.mark.parametrize(
    ("value", "amount"),
    [
        ("500m", Fraction(1, 2)),
        (2, Fraction(2)),
        (0.1, Fraction(1, 10)),
        ("1Gi", Fraction(1024**3)),
        ("0", Fraction(0)),
        ("much", None),
        (True, None),
        (None, None),
        ({}, None),
    ],
)
def test_amounts(value: JsonValue, amount: Fraction | None) -> None:
    """Quantities are exact; what is none is nothing, as its schema says what is wrong with it."""
    assert amount_of(value) == amount
