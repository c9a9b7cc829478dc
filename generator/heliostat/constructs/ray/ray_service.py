"""The construct of a RayService."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.ray.ray_service import RayServiceSpec


class RayService(KubernetesObject):
    """Ray Serve applications that stay reachable while the cluster under them is replaced. Arguments: RayServiceSpec."""

    @arguments_of(RayServiceSpec)
    def __init__(self, scope: Construct, id: str, spec: RayServiceSpec) -> None:
        super().__init__(scope, id, spec)
