"""The Prometheus operator's CustomResourceDefinitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from heliostat.schemas.targets import OPTIONAL, SUPPORTED, Targets, minor
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.crds import CrdsSpec
from heliostat.specs.object_spec import Part

_GROUP = "monitoring.coreos.com"

PrometheusKind: TypeAlias = Literal[
    "Alertmanager",
    "AlertmanagerConfig",
    "PodMonitor",
    "Probe",
    "Prometheus",
    "PrometheusAgent",
    "PrometheusRule",
    "ScrapeConfig",
    "ServiceMonitor",
    "ThanosRuler",
]


@arguments
class PrometheusOperatorCrdsSpec(CrdsSpec):
    """Arguments of PrometheusOperatorCrds: the kinds of `monitoring.coreos.com` as the target's Prometheus operator has them.

    Args:
        kinds: kinds whose CRDs are made; all of them when empty.
    """

    kinds: Sequence[PrometheusKind] = ()

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from super().check(targets)
        version, known = targets.prometheus_operator, SUPPORTED["prometheus_operator"]
        if version is None or minor(version) not in known:
            said = f'targets=Targets(prometheus_operator="{OPTIONAL["prometheus_operator"]}")'
            yield Problem("", f"needs {said} of the Environment, or another version of {' or '.join(known)}, the target is {version}")

    def parts(self, name: str, targets: Targets) -> list[Part]:
        return self.crds(_GROUP, targets, self.kinds)
