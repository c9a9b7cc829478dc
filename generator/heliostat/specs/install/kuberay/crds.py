"""KubeRay's CustomResourceDefinitions."""

from __future__ import annotations

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import arguments
from heliostat.specs.install.crds import CrdsSpec
from heliostat.specs.object_spec import Part


@arguments
class KubeRayCrdsSpec(CrdsSpec):
    """Arguments of KubeRayCrds: the kinds of `ray.io` as the target's KubeRay has them."""

    def parts(self, name: str, targets: Targets) -> list[Part]:
        return self.crds("ray.io", targets)
