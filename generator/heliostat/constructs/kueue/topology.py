"""The construct of a Topology."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.kueue.topology import TopologySpec


class Topology(KubernetesObject):
    """How nodes are nested in racks, blocks and zones; a ResourceFlavor names it. Arguments: TopologySpec."""

    @arguments_of(TopologySpec)
    def __init__(self, scope: Construct, id: str, spec: TopologySpec) -> None:
        super().__init__(scope, id, spec)
