"""The arguments that the head and every worker group share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Annotated

from heliostat.specs.amount import Amount
from heliostat.specs.arguments import arguments
from heliostat.specs.pod.container import ContainerArguments, Ports
from heliostat.specs.pod.pod import PodArguments
from heliostat.specs.ray.topology_request import TopologyRequest
from heliostat.specs.reference import FlavorReference, Such


@arguments
class RayPod(PodArguments, ContainerArguments):
    """What the pods of the head and of worker groups take, beside what every pod and every container takes.

    Args:
        cpu: whole CPUs, requested and limited. Ray starts as many workers; KubeRay rounds a fraction up.
        memory: memory with its unit, such as `16Gi`, requested and limited.
        gpus: GPUs of each pod.
        gpu_resource: what the device plugin calls them, such as `nvidia.com/mig-1g.5gb`; TPUs are given as `limits`.
        image: image of the Ray container; the cluster's unless given.
        flavor: ResourceFlavor whose nodes are meant: its node labels and tolerations are taken over as they are.
        topology: how near to each other Kueue places the pods.
        limits: further container resources by name, requested and limited alike ({"ephemeral-storage": "20Gi", "rdma/hca": 1}),
            TPUs and other devices that are no GPUs among them ({"google.com/tpu": 4}); None leaves out a limit that `cpu` would set.
        requests: requests that are lower than the limits, for pods that may be squeezed.
        ports: ports of the Ray container by name, beside those that Ray needs.
        command: runs before `ray start`, joined with spaces and run by bash.
        args: arguments of that command.
        overwrite_container_cmd: True runs `command` alone, which must start Ray itself ($KUBERAY_GEN_RAY_START_CMD).
        ray_resources: what Ray is told the pod has, instead of what its container has: {"CPU": 0, "licence": 2}.
        ray_labels: labels of the Ray node, which tasks and actors can ask for, and of the pod.
        ray_start_params: flags of `ray start` without the dashes; True and False are written as `true` and `false`.
        object_store_memory: size of Ray's object store, such as `8Gi`; 30 % of the memory by default. It lies in /dev/shm.
        shm_size: size of /dev/shm; as large as the memory by default.
    """

    cpu: Amount
    memory: Annotated[str, Such("16Gi")]
    gpus: int = 0
    gpu_resource: str = "nvidia.com/gpu"
    image: str | None = None
    flavor: FlavorReference | None = None
    topology: TopologyRequest | None = None
    limits: Mapping[str, Amount | None] = field(default_factory=dict)
    requests: Mapping[str, Amount] = field(default_factory=dict)
    ports: Ports = field(default_factory=dict)
    command: Sequence[str] = ()
    args: Sequence[str] = ()
    overwrite_container_cmd: bool = False
    ray_resources: Mapping[str, Amount] = field(default_factory=dict)
    ray_labels: Mapping[str, str] = field(default_factory=dict)
    ray_start_params: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    object_store_memory: str | None = None
    shm_size: str | None = None
