"""The construct of KubeRay's operator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from constructs import Construct

from heliostat.constructs.install.place import placed
from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.install.kuberay.operator import KubeRayOperatorSpec


class KubeRayOperator(KubernetesObject):
    """What looks after Ray's objects in a cluster, installed into the namespace of its app. Arguments: KubeRayOperatorSpec.

    Two that watch one namespace in an environment are refused: both would work on the same objects.
    """

    @arguments_of(KubeRayOperatorSpec)
    def __init__(self, scope: Construct, id: str, spec: KubeRayOperatorSpec) -> None:
        super().__init__(scope, id, placed(spec, scope))
        self._installed_into = spec.decided_namespace
        self._watched = [] if self.is_refused else spec.watched
        self._feature_gates: Mapping[str, bool] = {} if self.is_refused else spec.feature_gates
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

    @property
    def feature_gates(self) -> Mapping[str, bool]:
        """Feature gates that were given; the others are as they are by default."""
        return self._feature_gates

    def _in_common(self, other: KubeRayOperator) -> str | None:
        """Say what both watch; None where there is nothing."""
        if not self._watched and not other._watched:
            return "all namespaces"
        if not self._watched or not other._watched:
            return f'the namespace "{(self._watched or other._watched)[0]}"'
        return next((f'the namespace "{each}"' for each in self._watched if each in other._watched), None)
