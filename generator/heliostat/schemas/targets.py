"""The versions that an environment runs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from packaging.version import Version

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.origin import origin_here
from heliostat.manifests.shown_value import shown_value

SUPPORTED: dict[str, tuple[str, ...]] = {
    "kuberay": ("1.5", "1.6", "1.7"),
    "kueue": ("0.18", "0.19"),
    "kubernetes": ("1.34", "1.35"),
    "argocd": ("3.6",),
    "prometheus_operator": ("0.89",),
}
"""Minor versions whose API Heliostat knows, oldest first; Ray is taken as it is."""

_ANY_VERSION = frozenset({"argocd", "prometheus_operator"})
"""Products that an environment may run in a version which Heliostat does not know, as long as it asks for nothing of them."""

OPTIONAL: dict[str, str] = {"prometheus_operator": "0.89.0"}
"""Products that a cluster may be without, each with a version that it may have; without one there is nothing of its kinds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """The versions of what runs in one cluster; the defaults are the newest that Heliostat knows.

    Args:
        kuberay: the KubeRay operator and its CRDs; 1.5, 1.6 or 1.7.
        kueue: Kueue and its CRDs; 0.18 or 0.19.
        ray: Ray in the images; any version.
        kubernetes: the API server; 1.34 or 1.35.
        argocd: Argo CD; any version without the construct `ArgoCD`, which knows 3.6.
        prometheus_operator: the Prometheus operator and its CRDs, None where the cluster has none; any version, checked is 0.89.

    Raises:
        ConfigurationError: naming each version that is not a version, or that Heliostat does not know.
    """

    kuberay: str = "1.7.0"
    kueue: str = "0.19.2"
    ray: str = "2.52.0"
    kubernetes: str = "1.35.0"
    argocd: str = "3.6.1"
    prometheus_operator: str | None = None

    def __post_init__(self) -> None:
        wrong = []
        for product in ("kuberay", "kueue", "ray", "kubernetes", "argocd", "prometheus_operator"):
            text = getattr(self, product)
            if text is None and product in OPTIONAL:
                continue
            if isinstance(text, str):
                object.__setattr__(self, product, str.__str__(text))  # what an Enum holds, not what it prints
            try:
                Version(text)
            except (ValueError, TypeError):  # an InvalidVersion, or more digits than Python reads
                example = Targets.__dataclass_fields__[product].default or OPTIONAL[product]
                wrong.append(f"{product}={shown_value(text)} is not a version such as {example!r}")
                continue
            known = SUPPORTED.get(product)
            if known and product not in _ANY_VERSION and minor(text) not in known:
                wrong.append(f"{product}={shown_value(text)} is not supported; Heliostat knows {', '.join(known)}")
        if wrong:
            raise ConfigurationError("\n".join(f"{origin_here()}: Targets: {fault}" for fault in wrong))

    @property
    def running(self) -> dict[str, str]:
        """The versions of what the cluster has, by product."""
        return {product: version for product in self.__slots__ if (version := getattr(self, product)) is not None}


@cache
def minor(version: str) -> str:
    """Cut a version to its minor: `1.7.0` to `1.7`."""
    parsed = Version(version)
    return f"{parsed.major}.{parsed.minor}"


@cache
def at_least(version: str, bound: str) -> bool:
    """Tell whether a version has reached another one."""
    return Version(version) >= Version(bound)
