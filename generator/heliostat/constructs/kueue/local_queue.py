"""The construct of a LocalQueue."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.kueue.local_queue import LocalQueueSpec


class LocalQueue(KubernetesObject):
    """The door from a namespace to a ClusterQueue; a Team makes its own. Arguments: LocalQueueSpec."""

    @arguments_of(LocalQueueSpec)
    def __init__(self, scope: Construct, id: str, spec: LocalQueueSpec) -> None:
        super().__init__(scope, id, spec)
