"""What differs from out/ so that the operators can run without containers: all of it, and nothing else.

The lane works on a copy of out/. `CHANGES` is the list of what the copy has changed; whatever no change speaks of stays as it is, byte
for byte.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.cluster.kubernetes_api import Object
from tests.cluster.process import free_ports

KNOWN_GATES = frozenset(
    {
        "RayClusterStatusConditions",
        "RayJobDeletionPolicy",
        "RayMultiHostIndexing",
        "RayServiceIncrementalUpgrade",
        "RayCronJob",
        "AsyncJobInfoQuery",
    }
)
"""The feature gates of the operator that can be built (KubeRay 1.6.2, pkg/features/features.go); it ends when it meets another one."""


@dataclass(frozen=True)
class Host:
    """Where on this machine the operators listen and find their files.

    Args:
        files: the folder under which the kubelet's stand-in mounts volumes, by the name of the program.
        repository: URL of the git repository that Argo CD is pointed at.
    """

    files: Path
    repository: str
    kueue_webhooks: int
    kueue_visibility: int
    kueue_metrics: int
    kueue_health: int
    kuberay_metrics: int
    kuberay_health: int

    @classmethod
    def with_free_ports(cls, files: Path, repository: str) -> Host:
        """Have the system choose the ports."""
        return cls(files, repository, *free_ports(6))


Change = Callable[[Object, Host], None]


def changed(manifest: Object, host: Host) -> Object:
    """Give a manifest as the lane needs it; the manifest itself, where nothing in it differs."""
    made = copy.deepcopy(manifest)
    for change in CHANGES:
        change(made, host)
    return manifest if made == manifest else made


def _services_lead_to_this_machine(manifest: Object, host: Host) -> None:
    """A Service that the API server calls is another name for localhost, since no pod stands behind it."""
    if manifest["kind"] == "Service" and (port := _port_of(manifest["metadata"]["name"], host)):
        ports = [{"name": "https", "port": port, "protocol": "TCP"}]
        manifest["spec"] = {"type": "ExternalName", "externalName": "localhost", "ports": ports}


def _webhooks_name_the_port(manifest: Object, host: Host) -> None:
    """Whoever is called through such a Service is called on its port there, as a Service of that type forwards none."""
    match manifest:
        case {"kind": "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration"}:
            references = [webhook["clientConfig"]["service"] for webhook in manifest["webhooks"]]
        case {"kind": "CustomResourceDefinition", "spec": {"conversion": {"webhook": {"clientConfig": {"service": reference}}}}}:
            references = [reference]
        case {"kind": "APIService", "spec": {"service": reference}}:
            references = [reference]
        case _:
            references = []
    for reference in references:
        if port := _port_of(reference["name"], host):
            reference["port"] = port


def _an_operator_runs_once(manifest: Object, host: Host) -> None:
    """One replica of an operator runs, since a second one could not listen on the same port."""
    if manifest["kind"] == "Deployment":
        manifest["spec"]["replicas"] = 1


def _kueue_listens_on_localhost(manifest: Object, host: Host) -> None:
    """Kueue listens on localhost, has its files in a folder of the lane, and is told the namespace that a container knows by itself."""
    data = manifest.get("data", {})
    if manifest["kind"] != "ConfigMap" or "controller_manager_config.yaml" not in data:
        return
    configuration = yaml.load(data["controller_manager_config.yaml"], yaml.CSafeLoader)
    configuration.setdefault("health", {})["healthProbeBindAddress"] = f"127.0.0.1:{host.kueue_health}"
    configuration.setdefault("metrics", {})["bindAddress"] = f"127.0.0.1:{host.kueue_metrics}"
    configuration["webhook"] = {
        "host": "127.0.0.1",
        "port": host.kueue_webhooks,
        "certDir": str(host.files / "kueue" / "tmp" / "k8s-webhook-server" / "serving-certs"),
    }
    configuration["visibilityServer"] = {"bindAddress": "127.0.0.1", "bindPort": host.kueue_visibility}
    configuration.setdefault("leaderElection", {})["resourceNamespace"] = manifest["metadata"]["namespace"]
    data["controller_manager_config.yaml"] = yaml.dump(configuration, Dumper=yaml.CSafeDumper, sort_keys=False)


def _kuberay_listens_on_localhost(manifest: Object, host: Host) -> None:
    """KubeRay's operator listens on localhost, is told its namespace, and hears of no gate that came after it."""
    if manifest["kind"] != "Deployment":
        return
    for container in manifest["spec"]["template"]["spec"]["containers"]:
        if "kuberay/operator" in container["image"]:
            container["args"] = [
                *map(_known_gates, container.get("args", [])),
                f"--metrics-addr=127.0.0.1:{host.kuberay_metrics}",
                f"--health-probe-bind-address=127.0.0.1:{host.kuberay_health}",
                f"--leader-election-namespace={manifest['metadata']['namespace']}",
            ]


def _argo_cd_reads_the_copy(manifest: Object, host: Host) -> None:
    """Argo CD reads the lane's copy of the repository."""
    match manifest:
        case {"kind": "Application", "spec": {"source": source}}:
            source["repoURL"] = host.repository
        case {"kind": "AppProject", "spec": {"sourceRepos": repositories}}:
            repositories[:] = [host.repository]


CHANGES: Sequence[Change] = (
    _services_lead_to_this_machine,
    _webhooks_name_the_port,
    _an_operator_runs_once,
    _kueue_listens_on_localhost,
    _kuberay_listens_on_localhost,
    _argo_cd_reads_the_copy,
)


def _port_of(service: str, host: Host) -> int | None:
    return {"kueue-webhook-service": host.kueue_webhooks, "kueue-visibility-server": host.kueue_visibility}.get(service)


def _known_gates(argument: str) -> str:
    flag, _, gates = argument.partition("=")
    if flag != "--feature-gates":
        return argument
    return f"{flag}={','.join(gate for gate in gates.split(',') if gate.partition('=')[0] in KNOWN_GATES)}"
