"""What RayMonitoring makes, and what it refuses."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.argocd.order import CRDS, WORKLOADS, application_wave
from heliostat.specs.install.prometheus_operator_crds import PrometheusOperatorCrdsSpec
from heliostat.specs.monitoring.alert_rule import prometheus_rule
from heliostat.specs.monitoring.alerts import Alerts
from heliostat.specs.monitoring.dashboards import dashboard_config_map, dashboards
from heliostat.specs.monitoring.queue_alerts import queue_alerts
from heliostat.specs.monitoring.ray_alerts import gpu_alerts, node_alerts, object_alerts, operator_alerts
from heliostat.specs.monitoring.ray_monitoring import RayMonitoringSpec
from heliostat.specs.monitoring.scrapes import DcgmExporter
from tests.specs.answers import DNS_LABEL, LABEL_VALUE, bodies, body, told

TARGETS = Targets(prometheus_operator="0.89.0")


class Vision:
    """Stands in for the construct of a team."""

    name, namespace, object_kind = "vision", "vision-prod", "Team"


def test_nothing_but_a_namespace_watches_everything() -> None:
    """The Ray pods of every namespace, all alerts but that on GPUs, three dashboards, and the namespace itself."""
    alerts = Alerts()
    groups = {
        "ray-queues": queue_alerts(alerts),
        "ray-objects": object_alerts(alerts),
        "ray-nodes": node_alerts(alerts),
        "ray-operators": operator_alerts(alerts),
    }

    assert bodies(RayMonitoringSpec(namespace="monitoring"), "ray", TARGETS) == {
        "": {
            "apiVersion": "monitoring.coreos.com/v1",
            "kind": "PodMonitor",
            "metadata": {"name": "ray-nodes", "namespace": "monitoring"},
            "spec": {
                "namespaceSelector": {"any": True},
                "podMetricsEndpoints": [{"interval": "30s", "port": "metrics"}],
                "podTargetLabels": [
                    "ray.io/cluster",
                    "ray.io/group",
                    "ray.io/node-type",
                    "kueue.x-k8s.io/cluster-queue-name",
                    "kueue.x-k8s.io/local-queue-name",
                ],
                "selector": {"matchLabels": {"ray.io/is-ray-node": "yes"}},
            },
        },
        "alerts": prometheus_rule({"name": "ray-alerts", "namespace": "monitoring"}, groups, alerts),
        **{
            f"dashboard-{what}": dashboard_config_map(f"ray-{what}", "monitoring", page, {"grafana_dashboard": "1"})
            for what, page in dashboards(gpus=False).items()
        },
        "namespace": {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "monitoring"}},
    }


def test_all_that_can_be_said_is_written() -> None:
    """A namespace is watched once, the labels are on what Prometheus chooses, and the alert on GPUs comes with their metrics."""
    spec = RayMonitoringSpec(
        namespace="monitoring",
        create_namespace=False,
        labels={"release": "prometheus"},
        annotations={"example.com/owner": "platform"},
        overrides={"spec": {"sampleLimit": 5000}},
        teams=[Vision()],
        namespaces=["vision-prod", "language"],
        interval="1m",
        alerts=Alerts(gpu_idle_for="1h"),
        dashboard_labels={"dashboard": "yes"},
        dcgm=DcgmExporter(namespace="dcgm", match_labels={"app.kubernetes.io/name": "dcgm-exporter"}, port="metrics", interval="30s"),
    )
    made = bodies(spec, "ray", TARGETS)
    rule = made.pop("alerts")

    assert made == {
        "": {
            "apiVersion": "monitoring.coreos.com/v1",
            "kind": "PodMonitor",
            "metadata": {
                "name": "ray-nodes",
                "namespace": "monitoring",
                "labels": {"release": "prometheus"},
                "annotations": {"example.com/owner": "platform"},
            },
            "spec": {
                "namespaceSelector": {"matchNames": ["vision-prod", "language"]},
                "podMetricsEndpoints": [{"interval": "1m", "port": "metrics"}],
                "podTargetLabels": [
                    "ray.io/cluster",
                    "ray.io/group",
                    "ray.io/node-type",
                    "kueue.x-k8s.io/cluster-queue-name",
                    "kueue.x-k8s.io/local-queue-name",
                ],
                "sampleLimit": 5000,
                "selector": {"matchLabels": {"ray.io/is-ray-node": "yes"}},
            },
        },
        "dcgm": {
            "apiVersion": "monitoring.coreos.com/v1",
            "kind": "ServiceMonitor",
            "metadata": {"name": "ray-dcgm", "namespace": "monitoring", "labels": {"release": "prometheus"}},
            "spec": {
                "endpoints": [{"honorLabels": True, "interval": "30s", "port": "metrics"}],
                "namespaceSelector": {"matchNames": ["dcgm"]},
                "selector": {"matchLabels": {"app.kubernetes.io/name": "dcgm-exporter"}},
            },
        },
        **{
            f"dashboard-{what}": dashboard_config_map(f"ray-{what}", "monitoring", page, {"dashboard": "yes"})
            for what, page in dashboards(gpus=True).items()
        },
    }
    assert rule == prometheus_rule(
        {"name": "ray-alerts", "namespace": "monitoring", "labels": {"release": "prometheus"}},
        {
            "ray-queues": queue_alerts(Alerts()),
            "ray-objects": object_alerts(Alerts()),
            "ray-nodes": node_alerts(Alerts()),
            "ray-gpus": gpu_alerts(Alerts(gpu_idle_for="1h")),
            "ray-operators": operator_alerts(Alerts()),
        },
        Alerts(),
    )


def test_pods_alone_can_be_watched() -> None:
    """Without alerts, dashboards and namespace nothing but the PodMonitor is left."""
    spec = RayMonitoringSpec(namespace="monitoring", create_namespace=False, alerts=None, dashboards=False)

    assert body(spec, "ray", TARGETS)["kind"] == "PodMonitor"


def test_the_exporter_of_nvidias_operator_is_found_by_default() -> None:
    """Where the GPU operator v25 has its Service (assets/state-dcgm-exporter)."""
    [monitor] = [each for each in bodies(RayMonitoringSpec(namespace="m", dcgm=True), "ray", TARGETS).values() if "endpoints" in str(each)]

    assert monitor["spec"] == {
        "endpoints": [{"honorLabels": True, "interval": "15s", "port": "gpu-metrics"}],
        "namespaceSelector": {"matchNames": ["gpu-operator"]},
        "selector": {"matchLabels": {"app": "nvidia-dcgm-exporter"}},
    }


def test_argo_cd_brings_it_after_its_kinds_and_lets_nothing_wait_for_it() -> None:
    """In the wave of workloads, which do not need it; the CRDs come first of all."""
    made = bodies(RayMonitoringSpec(namespace="monitoring", dcgm=True), "ray", TARGETS)
    crds = bodies(PrometheusOperatorCrdsSpec(), targets=TARGETS)

    assert (application_wave(made.values()), application_wave(crds.values())) == (WORKLOADS, CRDS)


REFUSED = [
    (RayMonitoringSpec(), "namespace: must be given, here or to the app, since its objects refer to each other by it"),
    (RayMonitoringSpec(namespace="m", name="Ray"), f"name: {DNS_LABEL}'Ray'"),
    (RayMonitoringSpec(namespace="m", namespaces=["a", "B"]), f"namespaces[1]: {DNS_LABEL}'B'"),
    (RayMonitoringSpec(namespace="m", interval="often"), "interval: must be a duration such as 30s, 1h30m or 3d, got 'often'"),
    (RayMonitoringSpec(namespace="m", labels={"release": "a b"}), f"labels[\"release\"]: {LABEL_VALUE}'a b'"),
    (RayMonitoringSpec(namespace="m", dashboard_labels={"grafana": "a b"}), f"dashboard_labels[\"grafana\"]: {LABEL_VALUE}'a b'"),
    (
        RayMonitoringSpec(namespace="m", alerts=Alerts(severities={"RayGpuIdle": "warning"})),
        'alerts.severities["RayGpuIdle"]: goes with dcgm, without which there is no such alert',
    ),
    (
        RayMonitoringSpec(namespace="m", dcgm=DcgmExporter(namespace="A", match_labels={}, interval="x")),
        [
            f"dcgm.namespace: {DNS_LABEL}'A'",
            "dcgm.match_labels: must be given, since every Service of the namespace would be read",
            "dcgm.interval: must be a duration such as 30s, 1h30m or 3d, got 'x'",
        ],
    ),
]


@pytest.mark.parametrize(("spec", "message"), REFUSED, ids=range(len(REFUSED)))
def test_refused(spec: RayMonitoringSpec, message: str | list[str]) -> None:
    """Each told with its argument, what is expected and what was given."""
    assert told(spec, TARGETS) == (message if isinstance(message, list) else [message])
