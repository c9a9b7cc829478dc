"""Argo CD's own programs, pointed at a git repository of the lane."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.cluster.cluster import Cluster
from tests.cluster.kubernetes_api import Object, condition
from tests.cluster.process import answers, free_ports, wait_for
from tests.cluster.programs import ARGO_CD, ARGO_CD_TOOLCHAIN, module_folder, program

NAMESPACE = "argocd"
API_VERSION = "argoproj.io/v1alpha1"

_REFRESH = "argocd.argoproj.io/refresh"
_CONTAINERS = ("Deployment", "StatefulSet", "NetworkPolicy")
_SCRIPTS = ("git-ask-pass.sh", "git-verify-wrapper.sh", "gpg-wrapper.sh")
"""What Argo CD's image has on PATH beside git."""


@dataclass(frozen=True)
class Applications:
    """The Applications of a cluster, as Argo CD reports on them."""

    cluster: Cluster

    def all(self) -> list[Object]:
        """Read them all."""
        return self.cluster.api.list(API_VERSION, "Application", NAMESPACE)

    def get(self, name: str) -> Object:
        """Read one."""
        found = self.cluster.api.get(API_VERSION, "Application", name, NAMESPACE)
        assert found is not None, f"there is no Application {name}"
        return found

    def states(self) -> dict[str, tuple[str, str]]:
        """Give for each how it compares with the repository, and how it is."""
        return {found["metadata"]["name"]: (_status(found, "sync"), _status(found, "health")) for found in self.all()}

    def revisions(self) -> dict[str, str]:
        """Give for each the commit that it was last compared with."""
        return {found["metadata"]["name"]: found.get("status", {}).get("sync", {}).get("revision", "none yet") for found in self.all()}

    def refresh(self) -> None:
        """Have Argo CD compare all of them anew, without what it remembers, and wait until it has."""
        names = [found["metadata"]["name"] for found in self.all()]
        for found in self.all():
            self.cluster.api.patch(found, {"metadata": {"annotations": {_REFRESH: "hard"}}})
        wait_for("all Applications are compared anew", lambda: not any(map(self._is_to_refresh, names)), seconds=240, seen=self.states)

    def wait_until(self, what: str, are_so: Callable[[dict[str, tuple[str, str]]], object], *, seconds: float = 300) -> None:
        """Wait until something holds of the states of all Applications."""
        wait_for(what, lambda: are_so(self.states()), seconds=seconds, seen=self.faults)

    def faults(self) -> str:
        """Tell of each Application that is not Synced and Healthy what Argo CD tells of it."""
        told = ((_status(found, "sync"), _status(found, "health"), found) for found in self.all())
        return "\n".join(_fault(found) for sync, health, found in told if (sync, health) != ("Synced", "Healthy"))

    def _is_to_refresh(self, name: str) -> bool:
        found = self.cluster.api.get(API_VERSION, "Application", name, NAMESPACE)
        return found is not None and _REFRESH in found["metadata"].get("annotations", {})


def start_argo_cd(cluster: Cluster) -> Applications:
    """Install Argo CD as upstream's install.yaml does, and start its programs in the place of its containers."""
    for manifest in _install():
        cluster.api.apply(manifest, manager="argocd-install")
        if manifest["kind"] == "CustomResourceDefinition":
            _wait_until_established(cluster, manifest)
    _start(cluster)
    wait_for("Argo CD has made its project `default`", lambda: cluster.api.get(API_VERSION, "AppProject", "default", NAMESPACE))
    return Applications(cluster)


def _wait_until_established(cluster: Cluster, manifest: Object) -> None:
    wait_for(
        f"{manifest['metadata']['name']} is established",
        lambda: condition(cluster.api.read(manifest), "Established") == "True",
        seen=lambda: cluster.api.read(manifest),
    )


def _install() -> Iterator[Object]:
    yield {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}}
    file = module_folder(ARGO_CD, ARGO_CD_TOOLCHAIN) / "manifests" / "install.yaml"
    for manifest in yaml.load_all(file.read_text(encoding="utf-8"), yaml.CSafeLoader):
        if manifest["kind"] in _CONTAINERS:
            continue
        if manifest["kind"] == "Secret" and manifest["metadata"]["name"] == "argocd-secret":
            manifest["stringData"] = {"server.secretkey": secrets.token_hex()}
        if manifest["kind"] not in ("CustomResourceDefinition", "ClusterRole", "ClusterRoleBinding"):
            manifest["metadata"]["namespace"] = NAMESPACE
        yield manifest


def _start(cluster: Cluster) -> None:
    redis, repository, repository_metrics, controller_metrics, server, server_metrics = free_ports(6)
    programs = _Programs(cluster, redis)
    cluster.processes.start("redis", [program("redis"), f"127.0.0.1:{redis}"])
    programs.start(
        "argocd-repo-server",
        repository_metrics,
        "--address=127.0.0.1",
        f"--port={repository}",
        "--metrics-address=127.0.0.1",
        f"--metrics-port={repository_metrics}",
        "--disable-tls",
        "--client-ca-path=",
        "--revision-cache-expiration=1s",
    )
    to_repository = (f"--repo-server=127.0.0.1:{repository}", "--repo-server-plaintext")
    programs.start(
        "argocd-server",
        server,
        "--address=127.0.0.1",
        f"--port={server}",
        "--metrics-address=127.0.0.1",
        f"--metrics-port={server_metrics}",
        "--insecure",
        "--disable-auth",
        *to_repository,
        service_account="argocd-server",
    )
    programs.start(
        "argocd-application-controller",
        controller_metrics,
        f"--metrics-port={controller_metrics}",
        "--app-resync=10",
        "--app-resync-jitter=0",
        *to_repository,
        service_account="argocd-application-controller",
    )


@dataclass(frozen=True)
class _Programs:
    """What all programs of Argo CD are started with."""

    cluster: Cluster
    redis: int

    def start(self, name: str, health: int, *arguments: str, service_account: str | None = None) -> None:
        """Start a program and wait until it answers; the kubeconfig of its service account says the namespace too."""
        home = self.cluster.plane.folder / "argocd"
        (home / "tmp").mkdir(parents=True, exist_ok=True)
        for script in _SCRIPTS:
            shutil.copyfile(module_folder(ARGO_CD, ARGO_CD_TOOLCHAIN) / "hack" / script, home / script)
            (home / script).chmod(0o755)
        environment = {
            "ARGOCD_BINARY_NAME": name,
            "ARGOCD_FAKE_IN_CLUSTER": "true",
            "ARGOCD_GPG_ENABLED": "false",
            "HOME": str(home),
            "PATH": f"{home}:{os.environ['PATH']}",
            "TMPDIR": str(home / "tmp"),
        }
        if service_account:
            token = self.cluster.api.token_of(NAMESPACE, service_account)
            environment["KUBECONFIG"] = str(self.cluster.plane.kubeconfig(name, token, NAMESPACE))
        command: list[str | Path] = [program("argocd"), *arguments, f"--redis=127.0.0.1:{self.redis}", "--logformat=text"]
        process = self.cluster.processes.start(name, command, environment=environment)
        process.wait_until(lambda: answers(f"http://127.0.0.1:{health}/healthz"))


def _status(found: Object, part: str) -> str:
    return str(found.get("status", {}).get(part, {}).get("status", "none yet"))


def _fault(found: Object) -> str:
    status: dict[str, Any] = found.get("status", {})
    operation = status.get("operationState", {})
    told = {
        "sync": _status(found, "sync"),
        "health": status.get("health"),
        "conditions": status.get("conditions"),
        "operation": (operation.get("phase"), operation.get("message"), operation.get("retryCount")),
        "resources": [each for each in status.get("resources", []) if each.get("status") != "Synced" or each.get("health")],
    }
    return f"{found['metadata']['name']}: {json.dumps(told)}"
