"""RayMonitoring: all that Prometheus and Grafana need to watch Ray and its queues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.place import InstallSpec
from heliostat.specs.label_selector import label_problems
from heliostat.specs.monitoring.alert_rule import prometheus_rule
from heliostat.specs.monitoring.alerts import Alerts
from heliostat.specs.monitoring.dashboards import dashboard_config_map, dashboards
from heliostat.specs.monitoring.prometheus_duration import duration_problems
from heliostat.specs.monitoring.queue_alerts import queue_alerts
from heliostat.specs.monitoring.ray_alerts import gpu_alerts, node_alerts, object_alerts, operator_alerts
from heliostat.specs.monitoring.scrapes import DcgmExporter, dcgm_service_monitor, pod_monitor
from heliostat.specs.object_spec import Part, merged, metadata_of
from heliostat.specs.reference import OfKind, TeamReference


@arguments
class RayMonitoringSpec(InstallSpec):
    """Arguments of RayMonitoring. It needs `Targets(prometheus_operator=…)`.

    The object itself is the PodMonitor of all Ray pods: `annotations` and `overrides` are of that. `labels` are of every PodMonitor,
    ServiceMonitor and PrometheusRule, since a Prometheus chooses them by labels: `{"release": "prometheus"}` is what that of the chart
    kube-prometheus-stack looks for where its release is called so.

    Metrics of the operators are collected by what installs them: `KubeRayOperator(service_monitor=…)` and `Kueue(service_monitor=…)`, with
    `KueueMetrics(enable_cluster_queue_resources=True)` for those of quota. Where an environment installs one without, the alerts on it
    would never come, and are refused.

    Args:
        teams: teams whose Ray pods are watched; those of every namespace where neither teams nor namespaces are given. A team's network
            policy lets the metrics out to the namespace that its `monitoring_namespace` names.
        namespaces: further namespaces whose Ray pods are watched.
        interval: time between two readings of a Ray pod, such as `30s`.
        alerts: when somebody is told; None for no alerts.
        dashboards: whether there are dashboards for Grafana, each a ConfigMap.
        dashboard_labels: labels of those, by which the sidecar of Grafana finds them.
        dcgm: True collects the metrics of NVIDIA's DCGM exporter where its GPU operator installs it, `DcgmExporter(…)` elsewhere; with
            them come an alert and panels on GPUs.
    """

    teams: Sequence[Annotated[TeamReference, OfKind("Team")]] = ()
    namespaces: Sequence[str] = ()
    interval: str = "30s"
    alerts: Alerts | None = field(default_factory=Alerts)
    dashboards: bool = True
    dashboard_labels: Mapping[str, str] = field(default_factory=lambda: {"grafana_dashboard": "1"})
    dcgm: bool | DcgmExporter = False

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from self.namespace_problems()
        yield from duration_problems({"interval": self.interval})
        for index, namespace in enumerate(self.namespaces):
            if fault := dns_label_fault(namespace):
                yield Problem(f"namespaces[{index}]", fault)
        yield from label_problems("labels", self.labels)
        yield from label_problems("dashboard_labels", self.dashboard_labels)
        if self.alerts is not None and "RayGpuIdle" in self.alerts.severities and not self.dcgm:
            yield Problem('alerts.severities["RayGpuIdle"]', "goes with dcgm, without which there is no such alert")

    def check_name(self, name: str) -> Iterator[Problem]:
        """Check the name, which begins those of all its objects."""
        if fault := dns_label_fault(name):
            yield Problem("name", fault)

    @property
    def watched(self) -> list[str]:
        """Namespaces whose Ray pods are watched; all of them when empty."""
        return list(dict.fromkeys([*(team.namespace or team.name for team in self.teams), *self.namespaces]))

    def parts(self, name: str, targets: Targets) -> list[Part]:
        metadata = self._metadata(f"{name}-nodes")
        if self.annotations:
            metadata["annotations"] = dict(self.annotations)
        made = [Part("", merged(pod_monitor(metadata, self.watched, self.interval), self.overrides))]
        if self.dcgm:
            exporter = self.dcgm if isinstance(self.dcgm, DcgmExporter) else DcgmExporter()
            made.append(Part("dcgm", dcgm_service_monitor(self._metadata(f"{name}-dcgm"), exporter)))
        if self.alerts is not None:
            made.append(Part("alerts", self._rule(name, self.alerts)))
        if self.dashboards:
            for what, page in dashboards(gpus=bool(self.dcgm)).items():
                body = dashboard_config_map(f"{name}-{what}", self.decided_namespace, page, self.dashboard_labels)
                made.append(Part(f"dashboard-{what}", body))
        return [*made, *self.namespace_parts()]

    def _metadata(self, name: str) -> JsonObject:
        return metadata_of(name, self.decided_namespace, labels=self.labels)

    def _rule(self, name: str, alerts: Alerts) -> JsonObject:
        groups = {
            f"{name}-queues": queue_alerts(alerts),
            f"{name}-objects": object_alerts(alerts),
            f"{name}-nodes": node_alerts(alerts),
            f"{name}-gpus": gpu_alerts(alerts) if self.dcgm else [],
            f"{name}-operators": operator_alerts(alerts),
        }
        return prometheus_rule(self._metadata(f"{name}-alerts"), groups, alerts)
