"""The construct of KubeRay's operator."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from heliostat.constructs.install.place import placed
from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.schemas.targets import Targets
from heliostat.specs.install.kuberay.feature_gates import feature_gates
from heliostat.specs.install.kuberay.operator import KubeRayOperatorSpec
from heliostat.specs.install.kuberay.running_operator import RunningOperator


class KubeRayOperator(KubernetesObject):
    """What looks after Ray's objects in a cluster, installed into the namespace of its app. Arguments: KubeRayOperatorSpec.

    Two that watch one namespace in an environment are refused: both would work on the same objects.
    """

    @arguments_of(KubeRayOperatorSpec)
    def __init__(self, scope: Construct, id: str, spec: KubeRayOperatorSpec) -> None:
        super().__init__(scope, id, placed(spec, scope))
        self._installed_into = spec.decided_namespace
        self._watched = [] if self.is_refused else spec.watched
        self._installed = spec
        others = self._tree.made(KubeRayOperator) if self._tree and not self.is_refused else []
        for other in others:
            if other is not self and (both := self._in_common(other)):
                self.refuse(self.complaint(f'watches {both}, which KubeRayOperator "{other.name}" does already, made at {other.origin}'))

    @property
    def namespace(self) -> str | None:
        """Namespace that the operator is installed into, also where it is a chart; None where there is none."""
        return self._installed_into or None

    @property
    def watched_namespaces(self) -> Sequence[str]:
        """Namespaces whose Ray objects it looks after; all of them when empty."""
        return self._watched

    def running(self, targets: Targets) -> RunningOperator:
        """Tell of it what whatever it looks after has to know; not of one that was refused."""
        return RunningOperator(
            name=self.name,
            namespace=self._installed_into,
            origin=self.origin,
            watched=self._watched,
            gates=feature_gates(self._installed.feature_gates, targets.kuberay),
            pod_labels=self._installed.labels_of_pods(self.name),
            uses_kubernetes_proxy=self._installed.use_kubernetes_proxy is True,
        )

    def _in_common(self, other: KubeRayOperator) -> str | None:
        """Say what both watch; None where there is nothing."""
        if not self._watched and not other._watched:
            return "all namespaces"
        if not self._watched or not other._watched:
            return f'the namespace "{(self._watched or other._watched)[0]}"'
        return next((f'the namespace "{each}"' for each in self._watched if each in other._watched), None)
