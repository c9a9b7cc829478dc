"""The values of KubeRay's Helm chart that say what our arguments say.

Source: KubeRay v1.6.2 and v1.7.0, helm-chart/kuberay-operator/values.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.targets import Targets, at_least, minor
from heliostat.specs.arguments import Problem
from heliostat.specs.install.helm import Chart, Helm, changed_values
from heliostat.specs.install.kuberay.feature_gates import feature_gates
from heliostat.specs.install.kuberay.operator_arguments import NAME, KubeRayOperatorArguments, default_probe
from heliostat.specs.install.kuberay.resources import operator_resources
from heliostat.specs.pod.container import ContainerArguments
from heliostat.specs.pod.pod import PodArguments
from heliostat.specs.reference import name_of
from heliostat.specs.wire import wire

_IN_THE_POD = ("affinity", "imagePullSecrets", "nodeSelector", "priorityClassName", "tolerations")
_IN_THE_CHART = frozenset(
    {"affinity", "image_pull_secrets", "node_selector", "priority_class_name", "tolerations"}
    | {"pod_annotations", "pod_labels", "pod_security_context", "service_account"}
    | {"env", "image_pull_policy", "liveness_probe", "readiness_probe", "security_context"}
)
"""Of what every pod and every container takes, that for which the chart has a value."""

_PROBE = {"initialDelaySeconds", "periodSeconds", "failureThreshold"}


def chart_of(targets: Targets) -> Chart:
    """Name the chart; it has the version of the operator."""
    return Chart(name="kuberay-operator", repository="https://ray-project.github.io/kuberay-helm", version=targets.kuberay)


def chart_values(given: KubeRayOperatorArguments, name: str, targets: Targets) -> JsonObject:
    """Write the values that differ from the chart's own."""
    return changed_values(_values(given, name, targets), _values(type(given)(), NAME, targets))


def chart_problems(given: KubeRayOperatorArguments, targets: Targets) -> Iterator[Problem]:
    """Name what the chart has no value for, and a chart of another operator than the target's."""
    defaults = type(given)()
    version = given.install.version if isinstance(given.install, Helm) else None
    if version is not None and minor(version) != minor(targets.kuberay):
        yield Problem("install.version", f"must be of KubeRay {minor(targets.kuberay)} as the target is, got {version!r}")
    for argument in (entry.name for cls in (PodArguments, ContainerArguments) for entry in fields(cls)):
        if argument not in _IN_THE_CHART and getattr(given, argument) != getattr(defaults, argument):
            yield Problem(argument, 'has no value in the chart, and needs install="manifests"')
    for argument in ("liveness_probe", "readiness_probe"):
        probe, ask = getattr(given, argument), wire(default_probe().handler)
        if probe is None or wire(probe.handler) != ask or not wire(probe).keys() <= _PROBE:
            yield Problem(argument, 'may only be timed in the chart, with delay, period and failures, and needs install="manifests"')
    if given.image is not None and "/" in given.image.rpartition(":")[2]:
        yield Problem("image", f"must have a tag, for which the chart has a value of its own, got {given.image!r}")


def _values(given: KubeRayOperatorArguments, name: str, targets: Targets) -> JsonObject:
    pod, container = wire(given, fields_of=PodArguments), wire(given, fields_of=ContainerArguments)
    repository, _, tag = given.image_of(targets.kuberay).rpartition(":")
    gates = feature_gates(given.feature_gates, targets.kuberay)
    values: JsonObject = {
        "fullnameOverride": name,
        "nameOverride": given.name_override,
        "componentOverride": given.component_override,
        "replicas": given.replicas,
        "image": {"repository": repository, "tag": tag, "pullPolicy": container.get("imagePullPolicy")},
        "labels": dict(given.pod_labels),
        "annotations": dict(given.pod_annotations),
        "serviceAccount": {"create": given.create_service_account, "name": name_of(given.service_account or name)},
        "logging": {
            "stdoutEncoder": given.logging.stdout_encoder,
            "fileEncoder": given.logging.file_encoder,
            "baseDir": given.logging.base_dir,
            "fileName": given.logging.file_name,
            "sizeLimit": given.logging.size_limit,
        },
        "batchScheduler": {"name": given.batch_scheduler},
        "configuration": {"enabled": given.configuration is not None, **(wire(given.configuration) if given.configuration else {})},
        "featureGates": [{"name": gate, "enabled": is_on} for gate, is_on in gates.items()],
        "metrics": {"enabled": given.metrics, "serviceMonitor": _service_monitor(given, targets)},
        "operatorCommand": given.operator_command,
        "leaderElectionEnabled": given.leader_election_enabled,
        "reconcileConcurrency": given.reconcile_concurrency,
        "kubeClient": {"qps": given.queries, "burst": given.burst},
        "rbacEnable": given.rbac_enable,
        "crNamespacedRbacEnable": given.cr_namespaced_rbac_enable,
        "singleNamespaceInstall": given.single_namespace_install,
        "watchNamespace": [*given.watched_namespaces],
        "resources": operator_resources(given),
        "podSecurityContext": pod.get("securityContext", {}),
        "securityContext": container.get("securityContext"),
        "service": {"type": given.service_type, "port": given.service_port},
        **{key: pod[key] for key in _IN_THE_POD if key in pod},
        **{key: _times(container.get(key)) for key in ("livenessProbe", "readinessProbe")},
    }
    if given.use_kubernetes_proxy is not None:
        values["useKubernetesProxy"] = given.use_kubernetes_proxy
    if given.env:
        values["env"] = container["env"]
    return values


def _service_monitor(given: KubeRayOperatorArguments, targets: Targets) -> JsonObject:
    monitor = given.service_monitor
    if monitor is None:
        return {"enabled": False, "interval": "30s", "honorLabels": True}
    labels = "additionalLabels" if at_least(targets.kuberay, "1.7") else "selector"
    made: JsonObject = {"enabled": True, "interval": monitor.interval, "honorLabels": monitor.honor_labels}
    if monitor.labels:
        made[labels] = dict(monitor.labels)
    if monitor.namespace is not None:
        made["namespace"] = monitor.namespace
    return made


def _times(probe: JsonValue) -> JsonValue:
    """Write of a probe what the chart has values for."""
    return {key: value for key, value in probe.items() if key in _PROBE} if isinstance(probe, dict) else None
