"""The construct of a AdmissionCheck."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.kueue.admission_check import AdmissionCheckSpec


class AdmissionCheck(KubernetesObject):
    """What else must be in order before an admitted workload starts. Arguments: AdmissionCheckSpec."""

    @arguments_of(AdmissionCheckSpec)
    def __init__(self, scope: Construct, id: str, spec: AdmissionCheckSpec) -> None:
        super().__init__(scope, id, spec)
