"""What is wrong between the arguments of a Ray cluster, each of which is right for itself.

Source, unless said otherwise: KubeRay 1.7 controllers/ray/utils/validation.go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from heliostat.schemas.targets import Targets, at_least
from heliostat.specs.amount import amount
from heliostat.specs.arguments import Problem
from heliostat.specs.pod.mount import clashing_volumes
from heliostat.specs.ray.code import Code
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance, RocksDbFaultTolerance
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.ray_pod import RayPod
from heliostat.specs.ray.ray_template import mounted_volumes
from heliostat.specs.ray.topology_request import Asking, topology_problems
from heliostat.specs.ray.worker_group import WorkerGroup
from heliostat.specs.version_need import version_problems

if TYPE_CHECKING:
    from heliostat.specs.ray.cluster_fields import RayClusterFields


def cluster_problems(fields: RayClusterFields, version: str | None, targets: Targets) -> Iterator[Problem]:
    """Check the arguments of a cluster against each other; `version` is that of Ray, None when it is not known."""
    yield from _group_problems(fields)
    yield from _autoscaler_problems(fields)
    yield from _environment_problems(fields)
    yield from topology_problems([Asking(place, pod.topology, _pods(pod)) for place, pod in ray_pods(fields) if pod.topology])
    if isinstance(fields.code, Code):
        for place, pod in ray_pods(fields):
            if fields.code.mount_path in pod.volumes:
                yield Problem(f'{place}.volumes["{fields.code.mount_path}"]', "must be left out, since the code is mounted there")
    if fields.tls:
        yield from version_problems("tls", "kuberay", "1.7", targets)
        yield from _tls_problems(fields)
    if isinstance(fields.gcs_fault_tolerance, RocksDbFaultTolerance) and _ROCKSDB_PATH in fields.head.volumes:
        yield Problem(f'head.volumes["{_ROCKSDB_PATH}"]', "must be left out, since KubeRay mounts the state of the head there")
    if version is not None:
        yield from _ray_version_needs(fields, version)


def ray_pods(fields: RayClusterFields) -> Iterator[tuple[str, RayPod]]:
    """The head and the worker groups, each with the argument that it is."""
    yield "head", fields.head
    for index, group in enumerate(fields.workers):
        yield f"workers[{index}]", group


def _pods(pod: RayPod) -> int:
    """Count the pods that a head or a worker group starts with, as Kueue does."""
    return pod.fewest * pod.num_of_hosts if isinstance(pod, WorkerGroup) else 1


def _group_problems(fields: RayClusterFields) -> Iterator[Problem]:
    if not fields.workers and (told := _nothing_to_run_on(fields.head)):
        yield Problem("workers", f"must be at least one group with {told}, since no task or actor could run anywhere")
    groups = {}
    for index, group in enumerate(fields.workers):
        if group.group_name in groups:
            yield Problem(f"workers[{index}].group_name", f'must differ from that of every other group, got "{group.group_name}" again')
        groups[group.group_name] = group
    if fields.network_policy is not None:
        for name in fields.network_policy.groups:
            if name not in groups:
                yield Problem(f'network_policy.groups["{name}"]', f"must be one of the worker groups: {_listed(groups)}")
    if fields.disruption_budget is not None:
        for name, least in fields.disruption_budget.groups.items():
            place = f'disruption_budget.groups["{name}"]'
            if name not in groups:
                yield Problem(place, f"must be one of the worker groups: {_listed(groups)}")
            elif least > (most := groups[name].most * groups[name].num_of_hosts):
                yield Problem(place, f"must be at most {most}, the pods that the group has, got {least}")


def _nothing_to_run_on(head: Head) -> str | None:
    """Name the argument that keeps work off a head, unless it leaves other resources there than CPUs."""
    if not head.schedulable:
        return "head.schedulable=False"
    if head.gpus or "resources" in head.ray_start_params or any(name.lower() not in _NO_WORK for name in head.ray_resources):
        return None
    if str(head.ray_start_params.get("num-cpus")) == "0":
        return 'head.ray_start_params["num-cpus"] of 0'
    if any(name.lower() == "cpu" and amount(value) == 0 for name, value in head.ray_resources.items()):
        return 'head.ray_resources["CPU"] of 0'
    return None


_NO_WORK = ("cpu", "memory", "object_store_memory")
"""Resources of Ray's that no work is placed by alone."""


def _autoscaler_problems(fields: RayClusterFields) -> Iterator[Problem]:
    autoscaler = fields.autoscaling
    if autoscaler is None:
        if fields.autoscaler is not None:
            yield Problem("autoscaler", "needs a worker group with max_replicas")
        return
    if fields.head.automount_service_account_token is False:
        yield Problem("head.automount_service_account_token", "must not be False, since the autoscaler talks to the API server")
    for name in sorted(set(clashing_volumes([*mounted_volumes(fields.head).items(), *autoscaler.volumes.items()]))):
        yield Problem("autoscaler.volumes", f'have another volume of the name "{name}" than the head, one needs a name= of its own')
    if autoscaler.version == "v1":
        for index, group in enumerate(fields.workers):
            for argument in ("idle_timeout_seconds", "priority"):
                if getattr(group, argument) is not None:
                    yield Problem(f"workers[{index}].{argument}", 'needs the autoscaler\'s version "v2"')
        return
    for place, pod in ray_pods(fields):
        if pod.restart_policy not in (None, "Never"):
            yield Problem(f"{place}.restart_policy", f'must be "Never" or left out with autoscaler v2, got "{pod.restart_policy}"')


_SAID_OTHERWISE = {
    "RAY_enable_autoscaler_v2": "autoscaler=Autoscaler(version=…)",
    "RAY_REDIS_ADDRESS": "gcs_fault_tolerance=RedisFaultTolerance(…)",
    "REDIS_PASSWORD": "gcs_fault_tolerance=RedisFaultTolerance(…, password=…)",
    "REDIS_USERNAME": "gcs_fault_tolerance=RedisFaultTolerance(…, username=…)",
    "RAY_external_storage_namespace": "gcs_fault_tolerance=RedisFaultTolerance(…, external_storage_namespace=…)",
    "RAY_gcs_storage": "gcs_fault_tolerance=RocksDbFaultTolerance(…)",
    "RAY_gcs_storage_path": "gcs_fault_tolerance=RocksDbFaultTolerance(…)",
    "RAY_AUTH_MODE": "auth=Auth(…)",
    "RAY_AUTH_TOKEN": "auth=Auth(…)",
}
"""Variables of the head that stand for an argument: KubeRay refuses them beside its own fields, or overwrites them."""

_TLS_VARIABLES = ("RAY_USE_TLS", "RAY_TLS_SERVER_CERT", "RAY_TLS_SERVER_KEY", "RAY_TLS_CA_CERT")
_TLS_PATH = "/etc/ray/tls"
_ROCKSDB_PATH = "/data/gcs"


def _environment_problems(fields: RayClusterFields) -> Iterator[Problem]:
    for name in fields.head.env:
        if name in _SAID_OTHERWISE:
            yield Problem(f'head.env["{name}"]', f"must be said by {_SAID_OTHERWISE[name]}")


def _tls_problems(fields: RayClusterFields) -> Iterator[Problem]:
    containers = [(place, pod.env, pod.volumes) for place, pod in ray_pods(fields)]
    if fields.autoscaler is not None:
        containers.append(("autoscaler", fields.autoscaler.env, fields.autoscaler.volumes))
    for place, env, volumes in containers:
        for name in _TLS_VARIABLES:
            if name in env:
                yield Problem(f'{place}.env["{name}"]', "must be left out with tls=True, since KubeRay sets it")
        if _TLS_PATH in volumes:
            yield Problem(f'{place}.volumes["{_TLS_PATH}"]', "must be left out with tls=True, since KubeRay mounts the certificates there")


def _ray_version_needs(fields: RayClusterFields, version: str) -> Iterator[Problem]:
    auth, store = fields.auth, fields.gcs_fault_tolerance
    needs = [
        ("auth", auth is not None and auth.mode == "token", "2.52.0"),
        ("auth.enable_k8s_token_auth", auth is not None and auth.enable_k8s_token_auth, "2.55.0"),
        ("gcs_fault_tolerance.username", isinstance(store, RedisFaultTolerance) and store.username is not None, "2.41.0"),
        *((f"workers[{index}].priority", bool(group.priority), "2.56.0") for index, group in enumerate(fields.workers)),
    ]
    for argument, given, since in needs:
        if given and not at_least(version, since):
            yield Problem(argument, f"needs Ray {since}, the cluster has {version}")


def _listed(groups: Mapping[str, object]) -> str:
    return ", ".join(f'"{name}"' for name in groups) or "there is none"
