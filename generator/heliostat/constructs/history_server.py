"""The construct of a HistoryServer."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.install.place import placed
from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.history_server import HistoryServerSpec


class HistoryServer(KubernetesObject):
    """What shows the logs and events of Ray clusters that are gone, in the namespace of its app. Arguments: HistoryServerSpec."""

    @arguments_of(HistoryServerSpec)
    def __init__(self, scope: Construct, id: str, spec: HistoryServerSpec) -> None:
        super().__init__(scope, id, placed(spec, scope))
