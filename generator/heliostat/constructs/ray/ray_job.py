"""The construct of a RayJob."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.ray.ray_job import RayJobSpec


class RayJob(KubernetesObject):
    """A job that runs once, on a Ray cluster of its own or in one that is there. Arguments: RayJobSpec."""

    @arguments_of(RayJobSpec)
    def __init__(self, scope: Construct, id: str, spec: RayJobSpec) -> None:
        super().__init__(scope, id, spec)
