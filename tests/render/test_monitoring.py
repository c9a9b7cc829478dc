"""What an environment watches against what it installs, and against the kinds that its cluster has."""

from __future__ import annotations

from pathlib import Path

from heliostat.manifests.errors import RefusedError
from heliostat.render.project import Project
from heliostat.render.run import Failure, Rendering, render

ENVIRONMENT = """\
from heliostat import Environment, KubeRayOperator, KubeRayServiceMonitor, RayMonitoring, Targets, Team, TeamNetworkPolicy
prod = Environment("prod"{targets})
RayMonitoring(prod.app("monitoring", namespace="monitoring"), "ray", dashboards=False)
KubeRayOperator(prod.app("kuberay", namespace="kuberay"), "operator"{monitor})
"""
TARGETS, MONITOR = ', targets=Targets(prometheus_operator="0.89.0")', ", service_monitor=KubeRayServiceMonitor()"


def rendered(folder: Path, targets: str, monitor: str) -> Rendering | Failure:
    (folder / "environments").mkdir()
    (folder / "environments" / "prod.py").write_text(ENVIRONMENT.format(targets=targets, monitor=monitor), encoding="utf-8")
    return render(Project.around(folder), "prod")


def problems(folder: Path, targets: str, monitor: str) -> list[str]:
    failure = rendered(folder, targets, monitor)
    assert isinstance(failure, Failure)
    assert isinstance(failure.error, RefusedError)
    return [problem.replace(f"{folder}/", "") for problem in failure.error.problems]


def test_what_is_collected_is_rendered(tmp_path: Path) -> None:
    """By an operator that has a ServiceMonitor, in a cluster that knows it."""
    assert isinstance(rendered(tmp_path, TARGETS, MONITOR), Rendering)


def test_alerts_on_an_operator_that_is_not_watched_are_refused(tmp_path: Path) -> None:
    """With the lines of both."""
    assert problems(tmp_path, TARGETS, "") == [
        (
            'environments/prod.py:3: RayMonitoring "ray": alerts and dashboards read metrics that come only if KubeRayOperator "operator", '
            "made at environments/prod.py:4, has service_monitor=KubeRayServiceMonitor(…)"
        )
    ]


def test_alerts_on_a_team_that_lets_no_metrics_out_are_refused(tmp_path: Path) -> None:
    """Its network policy is closed to Prometheus."""
    closed = "TeamNetworkPolicy(operator_namespace='kuberay', monitoring_namespace=None)"

    assert problems(tmp_path, TARGETS, f"{MONITOR})\nTeam(prod.app('team'), 'vision', network_policy={closed}") == [
        (
            'environments/prod.py:3: RayMonitoring "ray": alerts and dashboards read metrics that come only if Team "vision", made at '
            "environments/prod.py:5, has network_policy.monitoring_namespace, the namespace of Prometheus"
        )
    ]


def test_monitoring_kinds_need_the_prometheus_operator(tmp_path: Path) -> None:
    """Whoever makes them; a kind that the cluster does not have would keep the whole Application from being synced."""
    targets = 'targets=Targets(prometheus_operator="0.89.0")'
    needed = f"needs the CRDs of the Prometheus operator, which the Environment says are there by {targets}"

    assert problems(tmp_path, "", MONITOR) == [
        f"environments/prod.py:3: PodMonitor monitoring/ray-nodes: {needed}",
        f"environments/prod.py:3: PrometheusRule monitoring/ray-alerts: {needed}",
        f"environments/prod.py:4: ServiceMonitor kuberay/operator: {needed}",
    ]
