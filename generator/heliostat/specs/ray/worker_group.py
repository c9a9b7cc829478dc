"""A group of equal Ray workers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.targets import Targets, at_least
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.pod.container import Ports
from heliostat.specs.ray.ray_pod import RayPod
from heliostat.specs.ray.ray_pod_problems import ray_pod_problems
from heliostat.specs.ray.ray_start import ray_start
from heliostat.specs.ray.ray_template import ClusterWide, ray_template
from heliostat.specs.version_need import version_problems

_CONTAINER = "ray-worker"


@arguments
class WorkerGroup(RayPod):
    """A group of equal workers: `WorkerGroup("a100", replicas=4, cpu=12, memory="160Gi", gpus=1)`. It takes what every Ray pod takes.

    Args:
        group_name: name of the group, a DNS label; part of the pods' names.
        replicas: workers of a group of fixed size; 1 by default.
        min_replicas: fewest workers of a group that the autoscaler scales; 0 by default.
        max_replicas: most workers of such a group. Giving it hands the group to the autoscaler.
        num_of_hosts: pods of each replica, for slices of several hosts.
        idle_timeout_seconds: seconds after which an idle worker of this group goes; needs autoscaler v2.
        priority: groups with a higher one are scaled up first (KubeRay 1.7, Ray 2.56, autoscaler v2; lost under Kueue 0.19).
    """

    group_name: str = field(kw_only=False)
    replicas: int | None = None
    min_replicas: int | None = None
    max_replicas: int | None = None
    num_of_hosts: int = 1
    idle_timeout_seconds: int | None = None
    priority: int | None = None

    @property
    def autoscaled(self) -> bool:
        """Whether the autoscaler scales the group."""
        return self.max_replicas is not None

    @property
    def fewest(self) -> int:
        """Workers that the group starts with and never falls below."""
        if self.max_replicas is None:
            return 1 if self.replicas is None else self.replicas
        return self.min_replicas or 0

    @property
    def most(self) -> int:
        """Workers that the group never exceeds."""
        return self.fewest if self.max_replicas is None else self.max_replicas

    def check(self, targets: Targets) -> Iterator[Problem]:
        if fault := dns_label_fault(self.group_name):
            yield Problem("group_name", fault)
        yield from _size_problems(self)
        if self.idle_timeout_seconds is not None and self.idle_timeout_seconds < 0:
            yield Problem("idle_timeout_seconds", f"must not be negative, got {self.idle_timeout_seconds}")
        if self.priority:
            yield from version_problems("priority", "kuberay", "1.7", targets)
        for argument in ("idle_timeout_seconds", "priority"):
            if getattr(self, argument) is not None and not self.autoscaled:
                yield Problem(argument, "needs max_replicas, since only the autoscaler looks at it")
        yield from ray_pod_problems(self, targets, container=_CONTAINER, ports=self.ports)


def worker_group(group: WorkerGroup, cluster: ClusterWide, *, ports: Ports) -> JsonObject:
    """Write an entry of `workerGroupSpecs`.

    What the API server would add is written: `replicas`, its bounds, `numOfHosts` and `priority`. The bounds of a fixed group are
    its size, so that KubeRay never starts other pods than Kueue has counted; a group that is scaled starts at its lower bound, where
    an edit in Git would take it back to.

    Args:
        group: the group.
        cluster: what all pods of the cluster get.
        ports: ports of the Ray container beside the group's own.
    """
    body: JsonObject = {
        "groupName": group.group_name,
        "replicas": group.fewest,
        "minReplicas": group.fewest,
        "maxReplicas": group.most,
        "numOfHosts": group.num_of_hosts,
        **ray_start(group),
        "template": ray_template(group, cluster, container=_CONTAINER, ports={**ports, **group.ports}),
    }
    if group.idle_timeout_seconds is not None:
        body["idleTimeoutSeconds"] = group.idle_timeout_seconds
    if at_least(cluster.targets.kuberay, "1.7"):
        body["priority"] = group.priority or 0
    return body


_LARGEST = 2**31 - 1


def _size_problems(group: WorkerGroup) -> Iterator[Problem]:
    for argument, least in (("replicas", 0), ("min_replicas", 0), ("max_replicas", 1), ("num_of_hosts", 1)):
        value = getattr(group, argument)
        if value is not None and not least <= value <= _LARGEST:
            yield Problem(
                argument, f"must be at least {least}, got {value}" if value < least else f"must be at most {_LARGEST}, got {value}"
            )
    if group.replicas is not None and group.autoscaled:
        yield Problem("replicas", "must be left out when max_replicas is given: the group starts with min_replicas and is then scaled")
    if group.min_replicas is not None and group.max_replicas is None:
        yield Problem("min_replicas", "needs max_replicas; a group of fixed size takes replicas")
    if group.min_replicas is not None and group.max_replicas is not None and group.min_replicas > group.max_replicas:
        yield Problem("min_replicas", f"must be at most max_replicas, which is {group.max_replicas}, got {group.min_replicas}")
