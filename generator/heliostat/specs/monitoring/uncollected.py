"""Metrics that an environment's alerts and dashboards read, and that what it installs does not hand out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heliostat.manifests.origin import Origin
from heliostat.specs.install.kuberay.operator_arguments import KubeRayOperatorArguments
from heliostat.specs.install.kueue.arguments import KueueArguments
from heliostat.specs.monitoring.ray_monitoring import RayMonitoringSpec
from heliostat.specs.team.network_policy import TeamNetworkPolicy
from heliostat.specs.team.team import TeamSpec


@dataclass(frozen=True, slots=True)
class Installed:
    """What is installed, or a team that Ray runs for, and where that is said."""

    spec: KubeRayOperatorArguments | KueueArguments | TeamSpec
    label: str
    """What it is called in messages."""
    origin: Origin
    namespace: str | None
    """Where it is; a team's own."""


def uncollected_problems(monitoring: RayMonitoringSpec, installed: Sequence[Installed]) -> Iterator[str]:
    """Say what keeps an alert from ever coming, or a panel empty, without anything in the cluster that says so."""
    if monitoring.alerts is None and not monitoring.dashboards:
        return
    for each in installed:
        for fault in _faults(monitoring, each):
            yield f"alerts and dashboards read metrics that come only if {each.label}, made at {each.origin}, has {fault}"


def _faults(monitoring: RayMonitoringSpec, installed: Installed) -> Iterator[str]:
    match installed.spec:
        case KubeRayOperatorArguments() as operator:
            yield from _kuberay_faults(operator)
        case KueueArguments() as kueue:
            yield from _kueue_faults(kueue)
        case TeamSpec(network_policy=TeamNetworkPolicy(monitoring_namespace=None)):
            if not monitoring.watched or installed.namespace in monitoring.watched:
                yield "network_policy.monitoring_namespace, the namespace of Prometheus"


def _kuberay_faults(spec: KubeRayOperatorArguments) -> Iterator[str]:
    if spec.service_monitor is None:
        yield "service_monitor=KubeRayServiceMonitor(…)"
    elif not spec.service_monitor.honor_labels:
        yield "service_monitor.honor_labels=True, since they name the namespace of a Ray object by the operator's own label"
    if not spec.metrics:
        yield "metrics=True"


def _kueue_faults(spec: KueueArguments) -> Iterator[str]:
    metrics = spec.configuration.metrics
    if spec.service_monitor is None:
        yield "service_monitor=KueueServiceMonitor(…)"
    if not metrics.enable_cluster_queue_resources:
        yield "configuration.metrics.enable_cluster_queue_resources=True for those of quota"
    if metrics.local_queue_metrics is not None and not metrics.local_queue_metrics.enable:
        yield "configuration.metrics.local_queue_metrics.enable=True for those of LocalQueues"
