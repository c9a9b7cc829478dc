"""What Ray is told about a pod."""

from __future__ import annotations

import pytest

from heliostat.specs.arguments import Problem
from heliostat.specs.ray.ray_pod import RayPod
from heliostat.specs.ray.ray_start import ray_start, ray_start_problems


def pod(**more: object) -> RayPod:
    """A pod with what every pod needs."""
    return RayPod(cpu=1, memory="4Gi", **more)


@pytest.mark.parametrize(
    ("told", "schedulable", "expected"),
    [
        (pod(), True, {"rayStartParams": {}}),
        (pod(), False, {"rayStartParams": {"num-cpus": "0"}}),
        (pod(gpus=2), True, {"rayStartParams": {}}),
        (pod(gpus=2, gpu_resource="nvidia.com/mig-1g.5gb"), True, {"rayStartParams": {"num-gpus": "2"}}),
        (pod(gpus=2, gpu_resource="nvidia.com/gpu.shared"), True, {"rayStartParams": {"num-gpus": "2"}}),
        (
            pod(gpus=2, gpu_resource="nvidia.com/gpu.shared", ray_resources={"gpu": 1}),
            True,
            {"rayStartParams": {}, "resources": {"gpu": "1"}},
        ),
        (
            pod(ray_resources={"licence": 2}, gpus=1, gpu_resource="aliyun.com/gpu-mem"),
            False,
            {"rayStartParams": {}, "resources": {"licence": "2", "CPU": "0", "GPU": "1"}},
        ),
        (
            pod(ray_start_params={"include-dashboard": False, "port": 6380, "temp-dir": "/x"}, object_store_memory="1Gi"),
            True,
            {"rayStartParams": {"include-dashboard": "false", "port": "6380", "temp-dir": "/x", "object-store-memory": "1073741824"}},
        ),
        (pod(ray_labels={"tier": "hot"}), True, {"rayStartParams": {}, "labels": {"tier": "hot"}}),
    ],
    ids=[
        "nothing, and that is said",
        "a head that takes no work",
        "GPUs that Ray sees",
        "MIG slices, which its autoscaler does not see",
        "shared GPUs, which nobody sees",
        "the author's own count of them",
        "among the author's resources, since KubeRay takes only one of the two",
        "flags as text",
        "labels",
    ],
)
def test_ray_is_told_what_it_would_not_see(told: RayPod, schedulable: bool, expected: object) -> None:
    """The flags are always there, since Kueue writes absent ones as null, which KubeRay refuses."""
    assert ray_start(told, schedulable=schedulable) == expected


@pytest.mark.parametrize(
    ("told", "schedulable", "argument", "message"),
    [
        (
            pod(ray_start_params={"labels": "a=b"}),
            True,
            'ray_start_params["labels"]',
            "must be given as ray_labels, KubeRay refuses it here",
        ),
        (
            pod(ray_start_params={"redis-username": "a"}),
            True,
            'ray_start_params["redis-username"]',
            "must be given as gcs_fault_tolerance, KubeRay refuses it here",
        ),
        (
            pod(ray_start_params={"redis-password": "a"}),
            True,
            'ray_start_params["redis-password"]',
            "must be given as gcs_fault_tolerance, whose password comes from a Secret",
        ),
        (
            pod(ray_start_params={"autoscaling-config": "a"}),
            True,
            'ray_start_params["autoscaling-config"]',
            "must be left out, KubeRay ignores it",
        ),
        (
            pod(ray_start_params={"--num_cpus": 1}),
            True,
            'ray_start_params["--num_cpus"]',
            'must be the name of a flag without dashes in front, such as "num-cpus"',
        ),
        (
            pod(ray_start_params={"num-gpus": 1}, ray_resources={"a": 1}),
            True,
            'ray_start_params["num-gpus"]',
            "must be left out when ray_resources is given",
        ),
        (
            pod(ray_start_params={"block": "false"}),
            True,
            'ray_start_params["block"]',
            "must be left out, since KubeRay always sets it to true",
        ),
        (
            pod(ray_start_params={"resources": r'"{\"a\": 1}"'}),
            True,
            'ray_start_params["resources"]',
            """must be a JSON object such as '{"licence": 2}', unescaped; or use ray_resources""",
        ),
        (
            pod(ray_start_params={"num-cpus": 2}),
            False,
            "ray_start_params",
            "must not say how many CPUs the head has when schedulable is False",
        ),
        (
            pod(ray_resources={"cpu": 2}),
            False,
            "ray_resources",
            "must not say how many CPUs the head has when schedulable is False",
        ),
        (
            pod(ray_resources={"a": 0.5}),
            True,
            'ray_resources["a"]',
            "must be a whole number, since KubeRay rounds it up, got 0.5",
        ),
        (pod(ray_resources={"a": -1}), True, 'ray_resources["a"]', "must not be negative, got -1"),
        (
            pod(ray_labels={"a b": "c"}),
            True,
            'ray_labels["a b"]',
            'must be a key such as "pool" or "nvidia.com/gpu", its last part at most 63 characters, got \'a b\'',
        ),
    ],
)
def test_what_kuberay_refuses_ignores_or_mistakes_is_refused(told: RayPod, schedulable: bool, argument: str, message: str) -> None:
    """Each with the argument that says it right."""
    assert list(ray_start_problems(told, schedulable=schedulable)) == [Problem(argument, message)]


def test_resources_as_json_are_taken() -> None:
    """Ray's own form of custom resources works when it is not escaped."""
    assert list(ray_start_problems(pod(ray_start_params={"resources": '{"a": 1}'}))) == []
