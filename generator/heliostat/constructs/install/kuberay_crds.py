"""The construct of KubeRay's CRDs."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.install.kuberay.crds import KubeRayCrdsSpec


class KubeRayCrds(KubernetesObject):
    """The CustomResourceDefinitions of KubeRay, in an app of their own that comes before the operator's. Arguments: KubeRayCrdsSpec."""

    @arguments_of(KubeRayCrdsSpec)
    def __init__(self, scope: Construct, id: str, spec: KubeRayCrdsSpec) -> None:
        super().__init__(scope, id, spec)
