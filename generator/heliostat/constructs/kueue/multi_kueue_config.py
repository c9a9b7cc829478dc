"""The construct of a MultiKueueConfig."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.kueue.multi_kueue_config import MultiKueueConfigSpec


class MultiKueueConfig(KubernetesObject):
    """The clusters that workloads may be sent to; an AdmissionCheck takes it as its parameters.

    Arguments: MultiKueueConfigSpec.
    """

    @arguments_of(MultiKueueConfigSpec)
    def __init__(self, scope: Construct, id: str, spec: MultiKueueConfigSpec) -> None:
        super().__init__(scope, id, spec)

    @property
    def parameters_kind(self) -> str:
        """The kind that an AdmissionCheck names."""
        return MultiKueueConfigSpec.parameters_kind
