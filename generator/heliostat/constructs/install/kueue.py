"""The construct of Kueue."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.construct_tree import tree_of
from heliostat.constructs.install.place import placed
from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.schemas.structure import object_of
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import origin_of
from heliostat.specs.install.kueue.feature_gates import effective_gates
from heliostat.specs.install.kueue.kueue import KueueSpec
from heliostat.specs.install.kueue.running_kueue import RunningKueue


class Kueue(KubernetesObject):
    """What queues jobs and admits them, installed into the namespace of its app, once in a cluster. Arguments: KueueSpec."""

    @arguments_of(KueueSpec)
    def __init__(self, scope: Construct, id: str, spec: KueueSpec) -> None:
        tree = tree_of(scope) if isinstance(scope, Construct) else None
        earlier = tree.made(Kueue) if tree else []
        self._installed = spec
        if not earlier:
            super().__init__(scope, id, placed(spec, scope))
            return
        # none of its objects is made, since each would be told as the second of its name
        self.spec = spec
        self._describe(scope, id, origin_of(spec))
        self.refuse(self.complaint(f"is in the environment already, made at {earlier[0].origin}, and a cluster has one"))

    @property
    def installed(self) -> KueueSpec:
        """How it is installed."""
        return self._installed

    def running(self, targets: Targets) -> RunningKueue:
        """Tell of it what whatever it queues has to know."""
        configuration = self._installed.configuration_body()
        set_gates = {name: is_on is True for name, is_on in object_of(configuration.get("featureGates")).items()}
        return RunningKueue(
            name=self._construct_id,
            origin=self.origin,
            gates=effective_gates(set_gates, targets.kueue),
            configuration=configuration,
            managed=self._installed.managed_namespaces,
        )
