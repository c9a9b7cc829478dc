"""The construct of an ImagePrepull."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from heliostat.constructs.install.place import placed
from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.constructs.kueue.resource_flavor import ResourceFlavor
from heliostat.specs.install.kueue.running_kueue import RunningKueue
from heliostat.specs.prepull.image_prepull import ImagePrepullSpec
from heliostat.specs.prepull.prepull import Prepull


class ImagePrepull(KubernetesObject):
    """Images on the nodes before the pods that need them, in the namespace of its app. Arguments: ImagePrepullSpec.

    Its DaemonSets follow from the Ray objects of the environment: rendering makes them when everything else is there.

    Raises:
        RefusedError: when it is not made in an environment.
    """

    @arguments_of(ImagePrepullSpec)
    def __init__(self, scope: Construct, id: str, spec: ImagePrepullSpec) -> None:
        super().__init__(scope, id, placed(spec, scope))
        self._prepull = spec
        if self._tree is None:
            self.refuse(self.complaint("must be made in an Environment, whose Ray objects it follows"))

    def prepull(self, kueues: Sequence[RunningKueue]) -> Prepull | None:
        """Tell what to pull, as of now; None where it was refused.

        Args:
            kueues: what queues jobs in the environment.
        """
        if self._tree is None or self.is_refused:
            return None
        flavors = self._tree.made(ResourceFlavor) if self._prepull.flavors is None else self._prepull.flavors
        return Prepull(self.name, self._prepull, flavors, kueues, self.origin)
