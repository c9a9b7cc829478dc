"""The construct of Kueue."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.install.place import placed
from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.install.kueue.kueue import KueueSpec


class Kueue(KubernetesObject):
    """What queues jobs and admits them, installed into the namespace of its app. Arguments: KueueSpec."""

    @arguments_of(KueueSpec)
    def __init__(self, scope: Construct, id: str, spec: KueueSpec) -> None:
        super().__init__(scope, id, placed(spec, scope))
