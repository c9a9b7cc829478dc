"""The construct of a ProvisioningRequestConfig."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.kueue.provisioning_request_config import ProvisioningRequestConfigSpec


class ProvisioningRequestConfig(KubernetesObject):
    """How an autoscaler is asked for nodes before a workload starts; an AdmissionCheck takes it as its parameters.

    Arguments: ProvisioningRequestConfigSpec.
    """

    @arguments_of(ProvisioningRequestConfigSpec)
    def __init__(self, scope: Construct, id: str, spec: ProvisioningRequestConfigSpec) -> None:
        super().__init__(scope, id, spec)

    @property
    def parameters_kind(self) -> str:
        """The kind that an AdmissionCheck names."""
        return ProvisioningRequestConfigSpec.parameters_kind
