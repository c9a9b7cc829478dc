"""The construct of RayMonitoring."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.install.place import placed
from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.monitoring.ray_monitoring import RayMonitoringSpec


class RayMonitoring(KubernetesObject):
    """What Prometheus and Grafana need to watch Ray and its queues, in the namespace of its app. Arguments: RayMonitoringSpec."""

    @arguments_of(RayMonitoringSpec)
    def __init__(self, scope: Construct, id: str, spec: RayMonitoringSpec) -> None:
        super().__init__(scope, id, placed(spec, scope))
