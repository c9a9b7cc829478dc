"""The construct of a RayCluster."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.ray.ray_cluster import RayClusterSpec


class RayCluster(KubernetesObject):
    """A Ray cluster that runs until it is removed. Arguments: RayClusterSpec."""

    @arguments_of(RayClusterSpec)
    def __init__(self, scope: Construct, id: str, spec: RayClusterSpec) -> None:
        super().__init__(scope, id, spec)
