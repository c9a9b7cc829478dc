"""An operator that an environment installs, as whatever else is in the environment has to know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heliostat.manifests.origin import Origin

COMPONENT_LABEL = "app.kubernetes.io/component"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningOperator:
    """Where it is, what it looks after, and what it can do."""

    name: str
    namespace: str
    origin: Origin
    watched: Sequence[str]
    """Namespaces that it watches; all of them when empty."""
    gates: Mapping[str, bool]
    """Feature gates that are set; the others are off."""
    pod_labels: Mapping[str, str]
    """Labels of its pods."""
    uses_kubernetes_proxy: bool
    """Whether it reaches dashboards through the API server."""

    def watches(self, namespace: str) -> bool:
        """Tell whether it looks after the Ray objects of a namespace."""
        return not self.watched or namespace in self.watched

    def __str__(self) -> str:
        return f'KubeRayOperator "{self.name}", made at {self.origin}'
