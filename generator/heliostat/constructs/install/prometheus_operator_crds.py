"""The construct of the Prometheus operator's CRDs."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.install.prometheus_operator_crds import PrometheusOperatorCrdsSpec


class PrometheusOperatorCrds(KubernetesObject):
    """The CustomResourceDefinitions of the Prometheus operator, where nobody else brings them. Arguments: PrometheusOperatorCrdsSpec."""

    @arguments_of(PrometheusOperatorCrdsSpec)
    def __init__(self, scope: Construct, id: str, spec: PrometheusOperatorCrdsSpec) -> None:
        super().__init__(scope, id, spec)
