"""Feature gates of KubeRay's operator, which exits when it is given one that it does not know.

Source: KubeRay v1.6.2 and v1.7.0, ray-operator/pkg/features/features.go, and the `featureGates` of the chart's values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from heliostat.manifests.guess import did_you_mean
from heliostat.schemas.targets import Targets, at_least, minor
from heliostat.specs.arguments import Problem
from heliostat.specs.version_need import version_problems


@dataclass(frozen=True, slots=True)
class _Gate:
    name: str
    since: str = "0"
    until: str | None = None
    on_since: str | None = None
    """Version from which on it is on by default; None where it is off."""
    listed_since: str | None = None
    """Version from which on the chart sets it even where it is left at its default; None where it does not."""
    kubernetes: str = "0"
    """Kubernetes that the operator asks for when it is on."""

    def is_on(self, kuberay: str) -> bool:
        return self.on_since is not None and at_least(kuberay, self.on_since)


_GATES = (
    _Gate("RayClusterStatusConditions", on_since="1.3", listed_since="1.2"),
    _Gate("RayJobDeletionPolicy", on_since="1.6", listed_since="1.3"),
    _Gate("RayMultiHostIndexing", on_since="1.6", listed_since="1.5"),
    _Gate("RayServiceIncrementalUpgrade", on_since="1.7", listed_since="1.5"),
    _Gate("RayCronJob", listed_since="1.6"),
    _Gate("RayClusterMTLS", since="1.7", listed_since="1.7"),
    _Gate("RayClusterNetworkPolicy", since="1.7", listed_since="1.7"),
    _Gate("RayClusterHistoryServer", since="1.7", listed_since="1.7"),
    _Gate("AsyncJobInfoQuery", since="1.6", until="1.7"),
    _Gate("GCSFaultToleranceEmbeddedStorage", since="1.7"),
    _Gate("KubernetesWAS", since="1.7", kubernetes="1.36"),
    _Gate("SidecarSubmitterRestart", since="1.7", kubernetes="1.35"),
)
"""In the order of the chart's list, then by name."""


def feature_gates(given: Mapping[str, bool], kuberay: str) -> dict[str, bool]:
    """Name the gates that are set: those that the chart lists, as they are by default unless given, then the others that are given."""
    listed = {gate.name: gate.is_on(kuberay) for gate in _GATES if gate.listed_since is not None and at_least(kuberay, gate.listed_since)}
    return {**listed, **given}


def feature_gate_problems(argument: str, given: Mapping[str, bool], targets: Targets) -> Iterator[Problem]:
    """Name the gates at which the target's operator exits."""
    gates = {gate.name: gate for gate in _GATES}
    for name, is_on in given.items():
        place, gate = f'{argument}["{name}"]', gates.get(name)
        if gate is None:
            known = [gate.name for gate in _GATES if not [*_version_problems(place, gate, targets)]]
            yield Problem(place, f"is no feature gate of KubeRay {minor(targets.kuberay)}{did_you_mean(name, known)}")
        else:
            yield from _version_problems(place, gate, targets)
            if is_on:
                yield from version_problems(place, "kubernetes", gate.kubernetes, targets)


def _version_problems(place: str, gate: _Gate, targets: Targets) -> Iterator[Problem]:
    yield from version_problems(place, "kuberay", gate.since, targets)
    if gate.until is not None and at_least(targets.kuberay, gate.until):
        yield Problem(place, f"must be left out, since KubeRay {gate.until} has removed it, the target is {targets.kuberay}")
