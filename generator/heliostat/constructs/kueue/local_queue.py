"""The construct of a LocalQueue."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.manifests.json_value import JsonObject
from heliostat.specs.kueue.flavor_tolerations import flavor_tolerations_behind
from heliostat.specs.kueue.local_queue import LocalQueueSpec


class LocalQueue(KubernetesObject):
    """The door from a namespace to a ClusterQueue; a Team makes its own. Arguments: LocalQueueSpec."""

    @arguments_of(LocalQueueSpec)
    def __init__(self, scope: Construct, id: str, spec: LocalQueueSpec) -> None:
        super().__init__(scope, id, spec)
        self._flavor_tolerations = () if self.is_refused else flavor_tolerations_behind(spec.cluster_queue)

    @property
    def flavor_tolerations(self) -> Sequence[JsonObject]:
        """Tolerations that Kueue adds to the pods that it admits on one of the flavors behind the queue."""
        return self._flavor_tolerations
