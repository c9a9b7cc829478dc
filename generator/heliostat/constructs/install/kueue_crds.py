"""The construct of Kueue's CRDs."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.install.kueue.crds import KueueCrdsSpec


class KueueCrds(KubernetesObject):
    """The CustomResourceDefinitions of Kueue, in an app of their own that comes before Kueue's. Arguments: KueueCrdsSpec."""

    @arguments_of(KueueCrdsSpec)
    def __init__(self, scope: Construct, id: str, spec: KueueCrdsSpec) -> None:
        super().__init__(scope, id, spec)
