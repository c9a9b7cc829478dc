"""Where Prometheus finds the metrics of Ray pods and of DCGM's exporter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.label_selector import label_problems
from heliostat.specs.monitoring.metrics import POD_LABELS
from heliostat.specs.monitoring.prometheus_duration import duration_problems
from heliostat.specs.ray_traffic import NODES
from heliostat.specs.wire import wire

_PORT = "metrics"
"""Name of the port that KubeRay gives to every Ray container (KubeRay v1.7.0, controllers/ray/utils/constant.go)."""


@arguments
class DcgmExporter:
    """The exporter of NVIDIA's GPU metrics, where it is; the defaults are those of NVIDIA's GPU operator.

    The exporter has to tell pods from each other, as it does by default in Kubernetes. Its own ServiceMonitor, which does not honour
    its labels, is to be left out.

    Args:
        namespace: namespace of its Service.
        match_labels: labels of its Service.
        port: name of the Service's port.
        interval: time between two readings.
    """

    namespace: str = "gpu-operator"
    match_labels: Mapping[str, str] = field(default_factory=lambda: {"app": "nvidia-dcgm-exporter"})
    port: str = "gpu-metrics"
    interval: str = "15s"

    def check(self, targets: Targets) -> Iterator[Problem]:
        if fault := dns_label_fault(self.namespace):
            yield Problem("namespace", fault)
        yield from label_problems("match_labels", self.match_labels)
        if not self.match_labels:
            yield Problem("match_labels", "must be given, since every Service of the namespace would be read")
        yield from duration_problems({"interval": self.interval})


def pod_monitor(metadata: JsonObject, namespaces: Sequence[str], interval: str) -> JsonObject:
    """Write the PodMonitor of all Ray pods, heads and workers.

    Args:
        metadata: its metadata.
        namespaces: namespaces of the pods; all of them when empty.
        interval: time between two readings.
    """
    selected: JsonObject = {"matchNames": [*namespaces]} if namespaces else {"any": True}
    return {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PodMonitor",
        "metadata": metadata,
        "spec": {
            "namespaceSelector": selected,
            "podMetricsEndpoints": [{"interval": interval, "port": _PORT}],
            "podTargetLabels": [*POD_LABELS],
            "selector": wire(NODES),
        },
    }


def dcgm_service_monitor(metadata: JsonObject, exporter: DcgmExporter) -> JsonObject:
    """Write the ServiceMonitor of DCGM's exporter, whose labels `namespace` and `pod` are those of the pod that has the GPU."""
    return {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "ServiceMonitor",
        "metadata": metadata,
        "spec": {
            "endpoints": [{"honorLabels": True, "interval": exporter.interval, "port": exporter.port}],
            "namespaceSelector": {"matchNames": [exporter.namespace]},
            "selector": {"matchLabels": dict(exporter.match_labels)},
        },
    }
