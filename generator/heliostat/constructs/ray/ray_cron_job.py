"""The construct of a RayCronJob."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.ray.ray_cron_job import RayCronJobSpec


class RayCronJob(KubernetesObject):
    """A job that KubeRay makes anew on a schedule. Arguments: RayCronJobSpec."""

    @arguments_of(RayCronJobSpec)
    def __init__(self, scope: Construct, id: str, spec: RayCronJobSpec) -> None:
        super().__init__(scope, id, spec)
