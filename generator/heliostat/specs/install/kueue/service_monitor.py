"""How the Prometheus operator finds Kueue's metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.kueue.certificates import Certificates, is_internal
from heliostat.specs.install.kueue.naming import COMPONENT_LABEL, LABELS, METRICS_SECRET, METRICS_SERVICE, NAME_LABEL
from heliostat.specs.install.rbac import role, rule
from heliostat.specs.label_selector import label_problems
from heliostat.specs.monitoring.prometheus_duration import duration_problems
from heliostat.specs.object_spec import metadata_of

_NAME, _ROLE = "kueue-controller-manager-metrics-monitor", "kueue-prometheus-k8s"
_TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token"
_READ = "get list watch"


@arguments
class KueueServiceMonitor:
    """A ServiceMonitor for Kueue, and the right of Prometheus to see what it points at; needs `Targets(prometheus_operator=…)`.

    Args:
        prometheus_namespace: namespace of Prometheus.
        service_accounts: ServiceAccounts there that are given the right.
        labels: labels by which a Prometheus chooses its ServiceMonitors.
        interval: time between two readings, such as `30s`; that of Prometheus unless given.
    """

    prometheus_namespace: str = "monitoring"
    service_accounts: Sequence[str] = ("prometheus-k8s", "prometheus-operator")
    labels: Mapping[str, str] = field(default_factory=dict)
    interval: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if fault := dns_label_fault(self.prometheus_namespace):
            yield Problem("prometheus_namespace", fault)
        yield from label_problems("labels", self.labels)
        yield from duration_problems({"interval": self.interval})


def service_monitor_objects(monitor: KueueServiceMonitor, namespace: str, certificates: Certificates) -> Iterator[JsonObject]:
    """Make the ServiceMonitor with Role and RoleBinding.

    Args:
        monitor: the arguments.
        namespace: namespace of Kueue.
        certificates: where Kueue's certificates come from; only those of cert-manager can be checked.
    """
    endpoint: JsonObject = {
        "bearerTokenFile": _TOKEN,
        "path": "/metrics",
        "port": "https",
        "scheme": "https",
        "tlsConfig": tls_config(namespace, certificates),
    }
    if monitor.interval is not None:
        endpoint["interval"] = monitor.interval
    yield {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "ServiceMonitor",
        "metadata": metadata_of(_NAME, namespace, labels={**LABELS, **monitor.labels}),
        "spec": {
            "endpoints": [endpoint],
            "selector": {"matchLabels": {COMPONENT_LABEL: "metrics-service", NAME_LABEL: LABELS[NAME_LABEL]}},
        },
    }
    rules = [
        rule("core", "services endpoints pods", _READ),
        rule("extensions", "ingresses", _READ),
        rule("networking.k8s.io", "ingresses", _READ),
        rule("discovery.k8s.io", "endpointslices", _READ),
    ]
    yield role(_ROLE, rules, namespace=namespace, labels=LABELS)
    yield {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "RoleBinding",
        "metadata": metadata_of(_ROLE, namespace, labels=LABELS),
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": _ROLE},
        "subjects": [
            {"kind": "ServiceAccount", "name": account, "namespace": monitor.prometheus_namespace} for account in monitor.service_accounts
        ],
    }


def tls_config(namespace: str, certificates: Certificates) -> JsonObject:
    """Check the certificate, as config/components/prometheus/monitor_tls_patch.yaml of Kueue v0.19.2 does, where there is a CA to ask."""
    if is_internal(certificates):
        return {"insecureSkipVerify": True}

    def key(file: str) -> JsonObject:
        return {"key": file, "name": METRICS_SECRET}

    return {
        "ca": {"secret": key("ca.crt")},
        "cert": {"secret": key("tls.crt")},
        "insecureSkipVerify": False,
        "keySecret": key("tls.key"),
        "serverName": f"{METRICS_SERVICE}.{namespace}.svc",
    }
