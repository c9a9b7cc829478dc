"""The pods of every kind, and what their containers say of resources."""

from __future__ import annotations

from fractions import Fraction

import pytest

from heliostat.lint.pods import CLUSTER_PATHS, POD_KINDS, RAY_KINDS, PodTemplate, amount_of, pod_templates
from heliostat.manifests.json_value import JsonObject, JsonValue, Path

POD: JsonObject = {"spec": {"containers": [{"name": "main"}], "initContainers": [{"name": "first"}]}}
CLUSTER: JsonObject = {
    "headGroupSpec": {"template": POD},
    "workerGroupSpecs": [{"groupName": "cpu", "template": POD}, {"groupName": "gpu", "template": POD}],
}


def placed(path: Path, value: JsonValue) -> JsonValue:
    """Put a value at a path of keys."""
    for step in reversed(path):
        value = {str(step): value}
    return value


def pods_of(kind: str, path: Path, value: JsonValue) -> list[PodTemplate]:
    body = placed(path, value)
    assert isinstance(body, dict)
    return list(pod_templates(kind, body))


@pytest.mark.parametrize("kind", RAY_KINDS)
def test_ray_kinds(kind: str) -> None:
    """Every kind of Ray has a head and its worker groups, in that order, each with the path of its template."""
    path = CLUSTER_PATHS[kind]
    pods = pods_of(kind, path, CLUSTER)

    assert [pod.label for pod in pods] == ["the head", 'the worker group "cpu"', 'the worker group "gpu"']
    assert [pod.path for pod in pods] == [
        (*path, "headGroupSpec", "template"),
        (*path, "workerGroupSpecs", 0, "template"),
        (*path, "workerGroupSpecs", 1, "template"),
    ]
    assert all(pod.is_ray for pod in pods)


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("Pod", ()),
        ("PodTemplate", ("template",)),
        ("ReplicationController", ("spec", "template")),
        *[
            (kind, ("spec", "template"))
            for kind in ("Deployment.apps", "StatefulSet.apps", "DaemonSet.apps", "ReplicaSet.apps", "Job.batch")
        ],
        ("CronJob.batch", ("spec", "jobTemplate", "spec", "template")),
    ],
)
def test_other_kinds(kind: str, path: Path) -> None:
    """Every other kind with pods has one template, which Ray does not run in."""
    (pod,) = pods_of(kind, path, POD)

    assert kind in POD_KINDS
    assert (pod.path, pod.label, pod.is_ray, pod.ray_container) == (path, "the pod", False, None)


def test_containers() -> None:
    """Init containers come first among all; Ray runs in the first of the others."""
    (head,) = pods_of("RayCluster.ray.io", ("spec", "headGroupSpec", "template"), POD)

    assert [container.name for container in head.all_containers] == ["first", "main"]
    assert [container.is_ray for container in head.all_containers] == [False, True]
    assert head.ray_container is not None
    assert head.ray_container.path_of("limits", "cpu") == (*head.spec_path, "containers", 0, "resources", "limits", "cpu")


def test_gpus() -> None:
    """A container asks for the GPUs that it limits or requests, each name once, and for none by asking for 0."""
    resources: JsonObject = {"limits": {"cpu": 1, "nvidia.com/gpu": 1, "amd.com/gpu": "0"}, "requests": {"nvidia.com/gpu": 1}}
    (pod,) = pods_of("Pod", ("spec",), {"containers": [{"name": "main", "resources": resources}]})

    assert list(pod.containers[0].gpus) == ["nvidia.com/gpu"]


@pytest.mark.parametrize(
    ("value", "amount"),
    [
        ("500m", Fraction(1, 2)),
        (2, Fraction(2)),
        (0.5, Fraction(1, 2)),
        ("1Gi", Fraction(2**30)),
        ("much", None),
        (True, None),
        (None, None),
    ],
)
def test_amounts(value: JsonValue, amount: Fraction | None) -> None:
    """Equal amounts are equal however they are spelled; what is no quantity has no amount."""
    assert amount_of(value) == amount
