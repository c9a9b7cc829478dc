"""The construct of a WorkloadPriorityClass."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.kueue.workload_priority_class import WorkloadPriorityClassSpec


class WorkloadPriorityClass(KubernetesObject):
    """A priority among queued workloads. Arguments: WorkloadPriorityClassSpec."""

    @arguments_of(WorkloadPriorityClassSpec)
    def __init__(self, scope: Construct, id: str, spec: WorkloadPriorityClassSpec) -> None:
        super().__init__(scope, id, spec)
