"""The construct of Kueue."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.construct_tree import tree_of
from heliostat.constructs.install.place import placed
from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.arguments import origin_of
from heliostat.specs.install.kueue.kueue import KueueSpec


class Kueue(KubernetesObject):
    """What queues jobs and admits them, installed into the namespace of its app, once in a cluster. Arguments: KueueSpec."""

    @arguments_of(KueueSpec)
    def __init__(self, scope: Construct, id: str, spec: KueueSpec) -> None:
        tree = tree_of(scope) if isinstance(scope, Construct) else None
        earlier = tree.made(Kueue) if tree else []
        if not earlier:
            super().__init__(scope, id, placed(spec, scope))
            return
        # none of its objects is made, since each would be told as the second of its name
        self.spec = spec
        self._describe(scope, id, origin_of(spec))
        self.refuse(self.complaint(f"is in the environment already, made at {earlier[0].origin}, and a cluster has one"))
