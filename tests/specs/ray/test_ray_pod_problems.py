"""What is wrong with the pods of a group, all of it at once."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.pod.container import Container
from heliostat.specs.pod.volume import EmptyDir
from heliostat.specs.ray.head import Head
from tests.specs.answers import told

WHOLE_CPUS = "must be a whole number of at least 1, since Ray counts whole CPUs and KubeRay rounds up, got "


def head(**arguments: object) -> Head:
    """A head with what every pod needs, unless told otherwise."""
    return Head(**{"cpu": 4, "memory": "16Gi", **arguments})


COMPUTE = "must be cpu, memory, ephemeral-storage or an extended resource such as nvidia.com/gpu"
AS_LIMITS = 'these devices are given as limits={"google.com/tpu": 4} without gpus'


@pytest.mark.parametrize("cpu", [1, 4.0, "16", "2000m"])
def test_whole_cpus_are_taken_in_any_spelling(cpu: float | str) -> None:
    """A quantity is what it amounts to."""
    assert told(head(cpu=cpu)) == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"cpu": 0.5}, f"cpu: {WHOLE_CPUS}0.5"),
        ({"cpu": "1500m"}, f"cpu: {WHOLE_CPUS}'1500m'"),
        ({"cpu": 0}, f"cpu: {WHOLE_CPUS}0"),
        ({"cpu": "four"}, 'cpu: must be a quantity: \'four\' is not a quantity such as "4", "500m" or "16Gi"'),
        ({"memory": 16}, 'memory: must be text such as "16Gi", got 16'),
        ({"memory": "16"}, "memory: must be a quantity with its unit, such as 16Gi; '16' is 16 bytes"),
        (
            {"memory": "16g"},
            'memory: must be a quantity: \'16g\' is not a quantity such as "4", "500m" or "16Gi", did you mean "16G" or "16Gi"',
        ),
        ({"memory": "0"}, "memory: must be more than nothing, got '0'"),
        ({"image": ""}, "image: must be a reference such as registry.example/train:v1, got ''"),
        ({"gpus": -1}, "gpus: must not be negative, got -1"),
        (
            {"gpus": 1, "gpu_resource": "gpu"},
            "gpu_resource: must be what the device plugin calls its GPUs, such as nvidia.com/gpu, got 'gpu'",
        ),
        (
            {"gpus": 4, "gpu_resource": "google.com/tpu"},
            f"gpu_resource: must be that of GPUs, {AS_LIMITS}, got 'google.com/tpu'",
        ),
        (
            {"limits": {"gpu": 1}},
            f'limits["gpu"]: {COMPUTE}, did you mean "nvidia.com/gpu"',
        ),
        ({"limits": {"amd.com/gpu": 1}}, "limits[\"amd.com/gpu\"]: must be given as gpus=…, gpu_resource='amd.com/gpu'"),
        (
            {"limits": {"nvidia.com/mig-1g.5gb": 1}},
            "limits[\"nvidia.com/mig-1g.5gb\"]: must be given as gpus=…, gpu_resource='nvidia.com/mig-1g.5gb'",
        ),
        (
            {"gpus": 1, "requests": {"nvidia.com/gpu": 0}},
            'requests["nvidia.com/gpu"]: must equal the limit, which is 1, since a device is not shared, got 0',
        ),
        ({"object_store_memory": "20Gi"}, "object_store_memory: must be at most memory, which is 16Gi, got '20Gi'"),
        ({"object_store_memory": "20"}, "object_store_memory: must be a quantity with its unit, such as 16Gi; '20' is 20 bytes"),
        ({"shm_size": "17Gi"}, "shm_size: must be at most memory, which is 16Gi, got '17Gi'"),
        (
            {"shm_size": "4Gi", "object_store_memory": "5Gi"},
            "object_store_memory: must be at most shm_size, which is 4Gi, got '5Gi'",
        ),
        (
            {"object_store_memory": "1Gi", "ray_start_params": {"object-store-memory": 1}},
            "object_store_memory: must be left out when ray_start_params has object-store-memory",
        ),
        ({"shm_size": "1Gi", "volumes": {"/dev/shm": EmptyDir()}}, "shm_size: must be left out when volumes has /dev/shm"),
        ({"env": {"RAY_CLUSTER_NAME": "x"}}, 'env["RAY_CLUSTER_NAME"]: must be left out, since KubeRay sets it and takes no other value'),
        (
            {"sidecars": [Container("autoscaler", image="i")]},
            'sidecars[0].name: must not be "autoscaler", the name of a container that KubeRay adds',
        ),
        (
            {"init_containers": [Container("wait-gcs-ready", image="i")]},
            'init_containers[0].name: must not be "wait-gcs-ready", the name of a container that KubeRay adds',
        ),
        (
            {"sidecars": [Container("ray-head", image="i")]},
            'sidecars[0].name: must differ from that of every other container, got "ray-head" again',
        ),
        (
            {"volumes": {"/tmp/ray": EmptyDir(name="ray-logs")}},
            'volumes["/tmp/ray"]: needs another name=, since "ray-logs" is the name of a volume that KubeRay adds',
        ),
        ({"pod_labels": {"ray.io/cluster": "x"}}, 'pod_labels["ray.io/cluster"]: must be left out, since KubeRay writes it'),
        (
            {"pod_labels": {"kueue.x-k8s.io/queue-name": "x"}},
            'pod_labels["kueue.x-k8s.io/queue-name"]: must be left out, since Kueue writes it',
        ),
        (
            {"ray_labels": {"app.kubernetes.io/name": "x"}},
            'ray_labels["app.kubernetes.io/name"]: must be left out, since KubeRay\'s Services find the head by it',
        ),
        ({"overwrite_container_cmd": True}, "overwrite_container_cmd: needs a command, which starts Ray"),
        ({"tolerations": ["a b"]}, "tolerations[0]: 'a b' is not of the form key=value:NoSchedule, key:NoSchedule or key"),
        (
            {"ports": {"Web": 1}},
            'ports["Web"]: must be named with at most 15 lower-case letters, digits and single "-", one of them a letter',
        ),
    ],
)
def test_what_would_go_wrong_is_refused(arguments: dict[str, object], expected: str) -> None:
    """Each problem names the argument and says what is expected."""
    assert told(head(**arguments)) == [expected]


def test_all_that_is_wrong_is_told_together() -> None:
    """One run shows everything that is to be corrected."""
    assert told(head(cpu=0.5, memory="16", gpus=-1, env={"RAY_IP": "x"})) == [
        "gpus: must not be negative, got -1",
        "memory: must be a quantity with its unit, such as 16Gi; '16' is 16 bytes",
        f"cpu: {WHOLE_CPUS}0.5",
        'env["RAY_IP"]: must be left out, since KubeRay sets it and takes no other value',
    ]


def test_a_plasma_directory_needs_its_version() -> None:
    """Before KubeRay 1.6 the memory for the object store is mounted all the same."""
    plasma = head(ray_start_params={"plasma-directory": "/scratch"})

    assert told(plasma) == []
    assert told(plasma, Targets(kuberay="1.5.1")) == [
        'ray_start_params["plasma-directory"]: needs KubeRay 1.6, the target is 1.5.1, which mounts /dev/shm all the same'
    ]


def test_labels_that_ray_knows_are_taken() -> None:
    """Ray's own labels begin like KubeRay's."""
    assert told(head(ray_labels={"ray.io/region": "eu", "ray.io/market-type": "spot"})) == []
