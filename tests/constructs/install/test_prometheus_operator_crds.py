"""The construct of the Prometheus operator's CRDs."""

from __future__ import annotations

import cdk8s

from heliostat.constructs.environment import Environment
from heliostat.constructs.install.prometheus_operator_crds import PrometheusOperatorCrds
from heliostat.schemas.targets import Targets


def test_the_crds_of_some_kinds_are_made() -> None:
    """In the order of their names, in whatever order the kinds are given."""
    app = Environment("prod", targets=Targets(prometheus_operator="0.89.0")).app("prometheus-operator-crds")
    PrometheusOperatorCrds(app, "crds", kinds=["ServiceMonitor", "PodMonitor"])

    names = [crd["metadata"]["name"] for crd in cdk8s.Testing.synth(app)]

    assert names == ["podmonitors.monitoring.coreos.com", "servicemonitors.monitoring.coreos.com"]
