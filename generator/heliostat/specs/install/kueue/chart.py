"""The values of Kueue's Helm chart that say what our arguments say.

Source: sigs.k8s.io/kueue v0.19.2, charts/kueue/values.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.targets import Targets, at_least, minor
from heliostat.specs.arguments import Problem
from heliostat.specs.install.helm import Chart, Helm, changed_values
from heliostat.specs.install.kueue.arguments import KueueArguments
from heliostat.specs.install.kueue.certificates import CertificateIssuer, is_internal
from heliostat.specs.install.kueue.controller_manager import configuration_text, liveness_probe, readiness_probe, strategy
from heliostat.specs.install.kueue.service_monitor import KueueServiceMonitor, tls_config
from heliostat.specs.pod.container import ContainerArguments
from heliostat.specs.pod.pod import PodArguments
from heliostat.specs.pod.probe import Probe
from heliostat.specs.pod.resources import resources_json
from heliostat.specs.wire import wire

RELEASE = "kueue"
"""Name of the release; the chart calls its objects after it, and these have upstream's names."""

SYNC_OPTIONS = ("ServerSideApply=true",)
"""What the CRDs in the chart need: that of Workload is too large for the annotation that a client-side apply keeps it in."""

_IN_THE_POD = {
    "dns_policy": "dnsPolicy",
    "host_network": "hostNetwork",
    "image_pull_secrets": "imagePullSecrets",
    "node_selector": "nodeSelector",
    "tolerations": "tolerations",
    "topology_spread_constraints": "topologySpreadConstraints",
}
_ELSEWHERE = frozenset(
    {"pod_annotations", "priority_class_name", "pod_security_context", "termination_grace_period_seconds"}
    | {"image_pull_policy", "security_context", "liveness_probe", "readiness_probe"}
)
"""Of what every pod and every container takes, that for which the chart has a value."""

_VALUES_SINCE: Mapping[str, str] = dict.fromkeys(("dns_policy", "host_network", "max_surge", "max_unavailable"), "0.19.1")
"""Arguments that an older chart has no value for."""

_TIMES = ("initialDelaySeconds", "periodSeconds", "timeoutSeconds", "failureThreshold", "successThreshold")


def chart_of(targets: Targets) -> Chart:
    """Name the chart, which is in an OCI registry; it has the version of Kueue."""
    return Chart(name="kueue", repository="registry.k8s.io/kueue/charts", version=targets.kueue)


def chart_values(given: KueueArguments, targets: Targets) -> JsonObject:
    """Write the values that differ from the chart's own, and the configuration, which is ours as a whole."""
    configuration: JsonObject = {"controllerManagerConfigYaml": configuration_text(given)}
    return {**changed_values(_values(given, targets), _values(type(given)(), targets)), "managerConfig": configuration}


def chart_problems(given: KueueArguments, targets: Targets) -> Iterator[Problem]:
    """Name what the chart has no value for, and a chart of another Kueue than the target's."""
    defaults = type(given)()
    version = given.install.version if isinstance(given.install, Helm) else None
    if version is not None and minor(version) != minor(targets.kueue):
        yield Problem("install.version", f"must be of Kueue {minor(targets.kueue)} as the target is, got {version!r}")
    for argument in (entry.name for cls in (PodArguments, ContainerArguments) for entry in fields(cls)):
        if argument not in _IN_THE_POD and argument not in _ELSEWHERE and getattr(given, argument) != getattr(defaults, argument):
            yield _without_value(argument)
    for argument, since in _VALUES_SINCE.items():
        if getattr(given, argument) != getattr(defaults, argument) and not at_least(version or targets.kueue, since):
            yield Problem(argument, f"has no value in the chart before {since}, got that of {version or targets.kueue}")
    if given.termination_grace_period_seconds != defaults.termination_grace_period_seconds:
        yield _without_value("termination_grace_period_seconds")
    for argument, probe, other in (
        ("liveness_probe", liveness_probe(given), liveness_probe(defaults)),
        ("readiness_probe", readiness_probe(given), readiness_probe(defaults)),
    ):
        if wire(probe.handler) != wire(other.handler) or not wire(probe).keys() <= {*_TIMES}:
            yield Problem(argument, 'may only be timed in the chart, which asks at upstream\'s address, and needs install="manifests"')
    for name, port in defaults.ports.items():
        if given.ports.get(name) != port:
            yield Problem("configuration", f'must leave the port "{name}" at {port} in the chart, or needs install="manifests"')
    if given.service_monitor is not None and wire(given.service_monitor).keys() - wire(KueueServiceMonitor()).keys():
        yield Problem("service_monitor", 'may only name the namespace of Prometheus in the chart, and needs install="manifests"')
    if given.image is not None and "/" in given.image.rpartition(":")[2]:
        yield Problem("image", f"must have a tag, for which the chart has a value of its own, got {given.image!r}")


def _without_value(argument: str) -> Problem:
    return Problem(argument, 'has no value in the chart, and needs install="manifests"')


def _values(given: KueueArguments, targets: Targets) -> JsonObject:
    pod, container = wire(given, fields_of=PodArguments), wire(given, fields_of=ContainerArguments)
    repository, _, tag = given.image_of(targets.kueue).rpartition(":")
    manager: JsonObject = {
        "priorityClassName": pod.get("priorityClassName"),
        "image": {"repository": repository, "tag": tag, "pullPolicy": container.get("imagePullPolicy")},
        "podAnnotations": dict(given.pod_annotations),
        "logLevel": given.log_level,
        "resources": resources_json(given.own_resources, given.limits, given.requests),
        "podSecurityContext": pod.get("securityContext", {}),
        "containerSecurityContext": container.get("securityContext", {}),
    }
    values: JsonObject = {
        "enableCertManager": not is_internal(given.certificates),
        "enableVisibilityAPF": given.visibility_priority,
        "kubernetesClusterDomain": given.cluster_domain,
        "controllerManager": {
            "manager": manager,
            "replicas": given.replicas,
            "strategy": strategy(given) or {},
            "podDisruptionBudget": {"enabled": given.min_available is not None, "minAvailable": given.min_available or 1},
            "livenessProbe": _times(liveness_probe(given)),
            "readinessProbe": _times(readiness_probe(given)),
            **{key: pod[key] for key in _IN_THE_POD.values() if key in pod},
        },
        "mutatingWebhook": {"reinvocationPolicy": given.reinvocation_policy},
        "enablePrometheus": given.service_monitor is not None,
    }
    if isinstance(given.certificates, CertificateIssuer):
        values["certManager"] = {"issuerRef": given.certificates.reference()}
    if given.service_monitor is not None:
        tls = tls_config(given.decided_namespace, given.certificates)
        values["metrics"] = {"prometheusNamespace": given.service_monitor.prometheus_namespace, "serviceMonitor": {"tlsConfig": tls}}
    return values


def _times(probe: Probe) -> JsonValue:
    return {key: value for key, value in wire(probe).items() if key in _TIMES}
