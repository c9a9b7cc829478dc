"""How the Prometheus operator finds the metrics of KubeRay's operator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.label_selector import label_problems
from heliostat.specs.monitoring.prometheus_duration import duration_problems
from heliostat.specs.object_spec import metadata_of


@arguments
class KubeRayServiceMonitor:
    """A ServiceMonitor for KubeRay's operator; needs `Targets(prometheus_operator=…)`.

    Args:
        interval: time between two readings, such as `30s`.
        honor_labels: whether labels of the metrics go before those of the target.
        labels: labels by which a Prometheus chooses its ServiceMonitors.
        namespace: namespace of the ServiceMonitor; the operator's own unless given.
    """

    interval: str = "30s"
    honor_labels: bool = True
    labels: Mapping[str, str] = field(default_factory=dict)
    namespace: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from duration_problems({"interval": self.interval})
        yield from label_problems("labels", self.labels)
        if self.namespace is not None and (fault := dns_label_fault(self.namespace)):
            yield Problem("namespace", fault)


def service_monitor(monitor: KubeRayServiceMonitor, name: str, namespace: str, name_label: str) -> JsonObject:
    """Write the ServiceMonitor.

    Args:
        monitor: the arguments.
        name: name of the operator.
        namespace: namespace of the operator.
        name_label: value of the label `app.kubernetes.io/name` of its Service.
    """
    endpoint: JsonObject = {"honorLabels": monitor.honor_labels, "interval": monitor.interval, "path": "/metrics", "targetPort": "http"}
    return {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "ServiceMonitor",
        "metadata": metadata_of(name, monitor.namespace or namespace, labels=monitor.labels),
        "spec": {
            "endpoints": [endpoint],
            "namespaceSelector": {"matchNames": [namespace]},
            "selector": {"matchLabels": {"app.kubernetes.io/name": name_label}},
        },
    }
