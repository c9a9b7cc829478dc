"""The Prometheus operator's CRDs."""

from __future__ import annotations

from typing import get_args

import pytest

from heliostat.schemas.store import crd
from heliostat.schemas.targets import Targets
from heliostat.specs.install.crds import SYNC_OPTIONS
from heliostat.specs.install.prometheus_operator_crds import PrometheusKind, PrometheusOperatorCrdsSpec
from tests.specs.answers import bodies, told

TARGETS = Targets(prometheus_operator="0.89.0")


def test_the_crds_are_upstreams() -> None:
    """All ten, with the one annotation that Argo CD needs."""
    made = bodies(PrometheusOperatorCrdsSpec(), targets=TARGETS)
    expected = [crd("monitoring.coreos.com", kind, TARGETS) for kind in get_args(PrometheusKind)]
    for body in expected:
        body["metadata"]["annotations"] |= SYNC_OPTIONS

    assert sorted(made.values(), key=str) == sorted(expected, key=str)
    assert len(made) == 10


@pytest.mark.parametrize("version", [None, "0.80.0"])
def test_a_version_that_is_not_known_is_refused(version: str | None) -> None:
    """The target says which it is."""
    assert told(PrometheusOperatorCrdsSpec(), Targets(prometheus_operator=version)) == [
        f': needs targets=Targets(prometheus_operator="0.89.0") of the Environment, or another version of 0.89, the target is {version}'
    ]
