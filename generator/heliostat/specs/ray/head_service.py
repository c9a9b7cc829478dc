"""The Service in front of the head."""

from __future__ import annotations

from heliostat.specs.arguments import arguments
from heliostat.specs.ray.service_arguments import ServiceArguments, ServicePort, ServiceType

__all__ = ["HeadService", "ServicePort", "ServiceType"]


@arguments
class HeadService(ServiceArguments):
    """How the Service in front of the head is made, once, when the cluster is created: KubeRay never changes it afterwards.

    Its name is `<cluster>-head-svc` unless given, which a RayService does not take; its ports come beside those of the Ray container.
    """
