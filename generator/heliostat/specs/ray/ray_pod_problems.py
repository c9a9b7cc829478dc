"""What is wrong with the pods of a head or worker group, before Kubernetes, KubeRay or Ray says so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from heliostat.manifests.name_syntax import label_key_fault
from heliostat.schemas.targets import Targets, at_least
from heliostat.specs.amount import amount, amount_fault
from heliostat.specs.arguments import Problem
from heliostat.specs.pod.container import Ports, container_problems, image_problems
from heliostat.specs.pod.mount import volume_name, volume_of
from heliostat.specs.pod.pod import pod_problems
from heliostat.specs.pod.resources import resource_problems
from heliostat.specs.ray.placement import placement_problems
from heliostat.specs.ray.ray_pod import RayPod
from heliostat.specs.ray.ray_start import ray_start_problems
from heliostat.specs.ray.ray_template import SHM, mounted_volumes, own_resources
from heliostat.specs.resource_name import is_extended

_GPU = re.compile(r".*gpu|nvidia\.com/mig-.*|gpu\..*/.*")
_OTHER_DEVICES = ("google.com/tpu", "aws.amazon.com/neuroncore")

_INJECTED_CONTAINERS = frozenset(
    {"autoscaler", "ray-job-submitter", "ray-history-collector", "wait-gcs-ready", "wait-for-tls-ip-san"},
)
_INJECTED_VOLUMES = frozenset({"shared-mem", "ray-logs", "ray-tls", "gcs-storage"})
_INJECTED_VARIABLES = frozenset(
    {
        "FQ_RAY_IP",
        "KUBERAY_GEN_RAY_START_CMD",
        "RAY_CLOUD_INSTANCE_ID",
        "RAY_CLUSTER_NAME",
        "RAY_CLUSTER_NAMESPACE",
        "RAY_IP",
        "RAY_NODE_TYPE_NAME",
    }
)
_WRITTEN_LABELS = frozenset(
    {
        "ray.io/cluster",
        "ray.io/group",
        "ray.io/identifier",
        "ray.io/is-ray-node",
        "ray.io/node-type",
        "ray.io/serve",
        "ray.io/worker-group-replica-index",
        "ray.io/worker-group-replica-name",
        "ray.io/replica-host-index",
    }
)
_SELECTED_LABELS = ("app.kubernetes.io/name", "app.kubernetes.io/created-by")


def ray_pod_problems(pod: RayPod, targets: Targets, *, container: str, ports: Ports, schedulable: bool = True) -> Iterator[Problem]:
    """Check the pods of a group.

    Args:
        pod: the arguments.
        targets: the versions they are meant for.
        container: name of the Ray container.
        ports: its ports.
        schedulable: whether Ray may run tasks there.
    """
    yield from image_problems("image", pod.image)
    wrong = list(_resource_problems(pod))
    yield from wrong
    if not wrong:
        yield from _object_store_problems(pod)
    yield from ray_start_problems(pod, schedulable=schedulable)
    yield from placement_problems(pod)
    yield from container_problems(pod, ports, targets)
    yield from pod_problems(pod, {**mounted_volumes(pod), **pod.volume_devices}, container)
    yield from _injected_problems(pod)
    yield from _label_problems(pod)
    if pod.overwrite_container_cmd and not pod.command:
        yield Problem("overwrite_container_cmd", "needs a command, which starts Ray")
    if "plasma-directory" in pod.ray_start_params and not at_least(targets.kuberay, "1.6"):
        yield Problem(
            'ray_start_params["plasma-directory"]', f"needs KubeRay 1.6, the target is {targets.kuberay}, which mounts {SHM} all the same"
        )


def _resource_problems(pod: RayPod) -> Iterator[Problem]:
    if pod.gpus < 0:
        yield Problem("gpus", f"must not be negative, got {pod.gpus}")
    elif pod.gpus and pod.gpu_resource in _OTHER_DEVICES:
        instead = f'limits={{"{pod.gpu_resource}": {pod.gpus}}}'
        yield Problem("gpu_resource", f"must be that of GPUs, these devices are given as {instead} without gpus, got {pod.gpu_resource!r}")
    elif pod.gpus and not _is_gpu(pod.gpu_resource):
        yield Problem("gpu_resource", f"must be what the device plugin calls its GPUs, such as nvidia.com/gpu, got {pod.gpu_resource!r}")
    for problem in resource_problems(own_resources(pod), pod.limits, pod.requests):
        if problem.argument != pod.gpu_resource:  # of the GPUs all has been said
            yield problem
    if amount_fault(pod.cpu) is None and (amount(pod.cpu).denominator != 1 or not amount(pod.cpu)):
        yield Problem("cpu", f"must be a whole number of at least 1, since Ray counts whole CPUs and KubeRay rounds up, got {pod.cpu!r}")
    if amount_fault(pod.memory) is None and not amount(pod.memory):
        yield Problem("memory", f"must be more than nothing, got {pod.memory!r}")
    for name in pod.limits:
        if _is_gpu(name) and _GPU.fullmatch(name) and not (pod.gpus and name == pod.gpu_resource):
            yield Problem(f'limits["{name}"]', f"must be given as gpus=…, gpu_resource={name!r}")


def _is_gpu(name: str) -> bool:
    return is_extended(name) and label_key_fault(name) is None


def _object_store_problems(pod: RayPod) -> Iterator[Problem]:
    wrong = False
    limit, name = amount(pod.memory), f"memory, which is {pod.memory}"
    for argument in ("shm_size", "object_store_memory"):
        text = getattr(pod, argument)
        if text is None:
            continue
        for problem in resource_problems({"memory": text}, {}, {}):
            wrong = True
            yield Problem(argument, problem.message)
        if wrong:
            return
        if amount(text) > limit:
            yield Problem(argument, f"must be at most {name}, got {text!r}")
        limit, name = min(limit, amount(text)), f"{argument}, which is {text}"
    if pod.object_store_memory is not None and "object-store-memory" in pod.ray_start_params:
        yield Problem("object_store_memory", "must be left out when ray_start_params has object-store-memory")
    if pod.shm_size is not None and SHM in pod.volumes:
        yield Problem("shm_size", f"must be left out when volumes has {SHM}")


def _injected_problems(pod: RayPod) -> Iterator[Problem]:
    """Names that KubeRay takes for what it adds to the pod (KubeRay 1.7 controllers/ray/common/pod.go)."""
    for name in pod.env:
        if name in _INJECTED_VARIABLES:
            yield Problem(f'env["{name}"]', "must be left out, since KubeRay sets it and takes no other value")
    for argument in ("init_containers", "sidecars"):
        for index, container in enumerate(getattr(pod, argument)):
            if container.name in _INJECTED_CONTAINERS:
                yield Problem(f"{argument}[{index}].name", f'must not be "{container.name}", the name of a container that KubeRay adds')
    for path, given in pod.volumes.items():
        name = volume_name(path, volume_of(given))
        if name in _INJECTED_VOLUMES:
            yield Problem(f'volumes["{path}"]', f'needs another name=, since "{name}" is the name of a volume that KubeRay adds')


def _label_problems(pod: RayPod) -> Iterator[Problem]:
    """Labels that KubeRay and Kueue write themselves, and those by which Services find the head."""
    for argument in ("pod_labels", "ray_labels"):
        for key in getattr(pod, argument):
            if key in _WRITTEN_LABELS or key.startswith("kueue.x-k8s.io/"):
                yield Problem(
                    f'{argument}["{key}"]', f"must be left out, since {'Kueue' if key.startswith('kueue') else 'KubeRay'} writes it"
                )
            elif key in _SELECTED_LABELS:
                yield Problem(f'{argument}["{key}"]', "must be left out, since KubeRay's Services find the head by it")
