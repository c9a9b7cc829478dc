"""The controller manager of Kueue: its Deployment, and the ServiceAccount, configuration and disruption budget that go with it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.yaml_writer import to_yaml
from heliostat.specs.install.kueue.arguments import KueueArguments
from heliostat.specs.install.kueue.certificates import is_internal
from heliostat.specs.install.kueue.naming import (
    CONFIGURATION,
    CONFIGURATION_FILE,
    LABELS,
    MANAGER,
    METRICS_SECRET,
    SELECTOR,
    VISIBILITY_SECRET,
    WEBHOOK_SECRET,
    component,
)
from heliostat.specs.object_spec import merged, metadata_of
from heliostat.specs.pod.container import ContainerArguments, ports_json
from heliostat.specs.pod.mount import Mount, Volumes, mounts_json
from heliostat.specs.pod.pod import pod_spec, pod_template
from heliostat.specs.pod.probe import HttpGet, Probe
from heliostat.specs.pod.resources import resources_json
from heliostat.specs.pod.volume import ConfigMapVolume, EmptyDir, SecretVolume
from heliostat.specs.pod.workload import deployment
from heliostat.specs.wire import wire

CONTAINER = "manager"
CHECKSUM = "charts.kueue.x-k8s.io/config-checksum"
"""Annotation that makes new pods of a new configuration, which Kueue reads only when it starts. Of upstream only the chart has it."""

_VISIBILITY_FOLDER, _METRICS_FOLDER = "/visibility", "/etc/kueue/metrics/certs"


def manager_deployment(given: KueueArguments, kueue: str) -> JsonObject:
    """Write the Deployment.

    Args:
        given: the arguments.
        kueue: version of Kueue.
    """
    metadata = metadata_of(
        MANAGER, given.decided_namespace, labels={**component("controller"), **given.labels}, annotations=given.annotations
    )
    checksum = hashlib.sha256(configuration_text(given).encode()).hexdigest()
    annotations = {"kubectl.kubernetes.io/default-container": CONTAINER, CHECKSUM: checksum, **given.pod_annotations}
    template = pod_template(_pod(given, kueue), labels={**LABELS, **given.pod_labels}, annotations=annotations)
    body = deployment(metadata, template, selector=SELECTOR, replicas=given.replicas, strategy=strategy(given))
    return merged(body, given.overrides)


def manager_objects(given: KueueArguments) -> Iterator[JsonObject]:
    """Make the manager's ServiceAccount, its configuration and its PodDisruptionBudget."""
    namespace = given.decided_namespace
    yield {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": metadata_of(MANAGER, namespace, labels=LABELS)}
    yield {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": metadata_of(CONFIGURATION, namespace, labels=LABELS),
        "data": {CONFIGURATION_FILE: configuration_text(given)},
    }
    if given.min_available is not None:
        yield {
            "apiVersion": "policy/v1",
            "kind": "PodDisruptionBudget",
            "metadata": metadata_of("kueue-manager-pdb", namespace, labels=LABELS),
            "spec": {"minAvailable": given.min_available, "selector": {"matchLabels": dict(SELECTOR)}},
        }


def configuration_text(given: KueueArguments) -> str:
    """Write the configuration as the text of its file."""
    return to_yaml(given.configuration_body())


def strategy(given: KueueArguments) -> JsonObject | None:
    """Write how managers are replaced; None where nothing is said."""
    said = {"maxSurge": given.max_surge, "maxUnavailable": given.max_unavailable}
    rolling: JsonObject = {key: value for key, value in said.items() if value is not None}
    return {"type": "RollingUpdate", "rollingUpdate": rolling} if rolling else None


def liveness_probe(given: KueueArguments) -> Probe:
    """Give the check that a failing manager is restarted by."""
    health = given.configuration.health
    handler = HttpGet(health.port, path=f"/{health.liveness_endpoint_name or 'healthz'}")
    return given.liveness_probe or Probe(handler, initial_delay_seconds=15, period_seconds=20)


def readiness_probe(given: KueueArguments) -> Probe:
    """Give the check that a manager is taken out of its Services by."""
    health = given.configuration.health
    handler = HttpGet(health.port, path=f"/{health.readiness_endpoint_name or 'readyz'}")
    return given.readiness_probe or Probe(handler, initial_delay_seconds=5, period_seconds=10)


def own_volumes(given: KueueArguments) -> Volumes:
    """Name what the manager mounts whatever the author gives: its certificates and its configuration."""
    read_from = SecretVolume(WEBHOOK_SECRET, default_mode=0o644, name="cert")
    own: dict[str, Mount | EmptyDir] = {}
    if is_internal(given.certificates):
        own[_VISIBILITY_FOLDER] = EmptyDir(name="visibility")
    else:
        own[_VISIBILITY_FOLDER] = Mount(_certificate("visibility", VISIBILITY_SECRET))
        own[_METRICS_FOLDER] = Mount(_certificate("metrics-certs", METRICS_SECRET), read_only=True)
    own[given.configuration.webhook.certificate_folder] = Mount(read_from, read_only=True)
    own[f"/{CONFIGURATION_FILE}"] = Mount(ConfigMapVolume(CONFIGURATION, name="manager-config"), sub_path=CONFIGURATION_FILE)
    return own


def _certificate(name: str, secret: str) -> SecretVolume:
    return SecretVolume(secret, items={file: file for file in ("ca.crt", "tls.crt", "tls.key")}, optional=False, name=name)


def _pod(given: KueueArguments, kueue: str) -> JsonObject:
    volumes = {**own_volumes(given), **given.volumes}
    container: JsonObject = {
        **wire(given, fields_of=ContainerArguments),
        "name": CONTAINER,
        "image": given.image_of(kueue),
        "command": ["/manager"],
        "args": [f"--config=/{CONFIGURATION_FILE}", f"--zap-log-level={given.log_level}"],
        "livenessProbe": liveness_probe(given).wire(),
        "readinessProbe": readiness_probe(given).wire(),
        "ports": ports_json(given.ports),
        "resources": resources_json(given.own_resources, given.limits, given.requests, given.claims),
        "volumeMounts": mounts_json(volumes),
    }
    return {**pod_spec(given, container, {**volumes, **given.volume_devices}), "serviceAccountName": MANAGER}
