"""Alerts on what nobody collects are refused."""

from __future__ import annotations

import pytest

from heliostat.manifests.origin import Frame, Origin
from heliostat.specs.install.kuberay.operator import KubeRayOperatorSpec
from heliostat.specs.install.kuberay.service_monitor import KubeRayServiceMonitor
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.kueue import KueueSpec
from heliostat.specs.install.kueue.metrics import KueueMetrics, LocalQueueMetrics
from heliostat.specs.install.kueue.service_monitor import KueueServiceMonitor
from heliostat.specs.monitoring.ray_monitoring import RayMonitoringSpec
from heliostat.specs.monitoring.uncollected import Installed, uncollected_problems
from heliostat.specs.team.network_policy import TeamNetworkPolicy
from heliostat.specs.team.team import TeamSpec

ORIGIN = Origin((Frame("environments/prod.py", 7),))
WATCHED = KueueConfiguration(metrics=KueueMetrics(enable_cluster_queue_resources=True))
QUIET = KueueConfiguration(
    metrics=KueueMetrics(enable_cluster_queue_resources=True, local_queue_metrics=LocalQueueMetrics(enable=False)),
)
BARE = "service_monitor=KubeRayServiceMonitor(…)"


def problems(spec: KubeRayOperatorSpec | KueueSpec | TeamSpec, monitoring: RayMonitoringSpec | None = None) -> list[str]:
    installed = [Installed(spec, 'It "it"', ORIGIN, "vision")]
    beginning = 'alerts and dashboards read metrics that come only if It "it", made at environments/prod.py:7, has '
    found = list(uncollected_problems(monitoring or RayMonitoringSpec(namespace="monitoring"), installed))
    assert all(problem.startswith(beginning) for problem in found)
    return [problem.removeprefix(beginning) for problem in found]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (KubeRayOperatorSpec(), [BARE]),
        (KubeRayOperatorSpec(install="helm"), [BARE]),
        (KubeRayOperatorSpec(service_monitor=KubeRayServiceMonitor()), []),
        (KubeRayOperatorSpec(service_monitor=KubeRayServiceMonitor(), metrics=False), ["metrics=True"]),
        (
            KubeRayOperatorSpec(service_monitor=KubeRayServiceMonitor(honor_labels=False)),
            ["service_monitor.honor_labels=True, since they name the namespace of a Ray object by the operator's own label"],
        ),
        (
            KueueSpec(),
            [
                "service_monitor=KueueServiceMonitor(…)",
                "configuration.metrics.enable_cluster_queue_resources=True for those of quota",
            ],
        ),
        (KueueSpec(service_monitor=KueueServiceMonitor(), configuration=WATCHED), []),
        (
            KueueSpec(service_monitor=KueueServiceMonitor(), configuration=QUIET),
            ["configuration.metrics.local_queue_metrics.enable=True for those of LocalQueues"],
        ),
    ],
    ids=range(8),
)
def test_what_is_not_handed_out_is_told(spec: KubeRayOperatorSpec | KueueSpec, expected: list[str]) -> None:
    """With the argument that hands it out; nothing in the cluster says that an alert cannot come."""
    assert problems(spec) == expected


@pytest.mark.parametrize(("watched", "is_told"), [([], True), (["vision"], True), (["language"], False)])
def test_a_team_that_closes_its_metrics_is_told_where_it_is_watched(watched: list[str], is_told: bool) -> None:
    """Its network policy would keep Prometheus out; a team without one, or with one for Prometheus, has nothing to be told."""
    monitoring = RayMonitoringSpec(namespace="monitoring", namespaces=watched)
    closed = TeamSpec(network_policy=TeamNetworkPolicy(monitoring_namespace=None))

    assert problems(closed, monitoring) == ["network_policy.monitoring_namespace, the namespace of Prometheus"] * is_told
    assert problems(TeamSpec(), monitoring) == problems(TeamSpec(network_policy=None), monitoring) == []


def test_who_reads_nothing_needs_nothing() -> None:
    """A PodMonitor alone reads Ray pods."""
    assert problems(KueueSpec(), RayMonitoringSpec(namespace="monitoring", alerts=None, dashboards=False)) == []
