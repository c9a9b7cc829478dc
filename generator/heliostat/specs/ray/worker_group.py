"""A group of equal Ray workers."""

from __future__ import annotations

from dataclasses import field

from heliostat.specs.arguments import arguments
from heliostat.specs.ray.ray_pod import RayPod


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
