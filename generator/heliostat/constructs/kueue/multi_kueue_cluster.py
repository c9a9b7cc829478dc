"""The construct of a MultiKueueCluster."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.kueue.multi_kueue_cluster import MultiKueueClusterSpec


class MultiKueueCluster(KubernetesObject):
    """One cluster that workloads may be sent to. Arguments: MultiKueueClusterSpec."""

    @arguments_of(MultiKueueClusterSpec)
    def __init__(self, scope: Construct, id: str, spec: MultiKueueClusterSpec) -> None:
        super().__init__(scope, id, spec)
