"""etcd, the API server and the controllers of Kubernetes, on ports of 127.0.0.1 that the system chooses."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.cluster.certificates import write_key_and_certificate
from tests.cluster.kubernetes_api import KubernetesApi
from tests.cluster.process import Processes, answers, free_ports
from tests.cluster.programs import program

_CONTROLLERS = (
    "namespace-controller",
    "serviceaccount-controller",
    "root-ca-certificate-publisher-controller",
    "garbage-collector-controller",
    "resourcequota-controller",
    "clusterrole-aggregation-controller",
    "job-controller",
    "cronjob-controller",
    "deployment-controller",
    "replicaset-controller",
    "statefulset-controller",
    "daemonset-controller",
    "disruption-controller",
    "endpointslice-controller",
)


@dataclass(frozen=True)
class ControlPlane:
    """A control plane that runs: its API as an administrator's, and the folder that holds what it writes."""

    api: KubernetesApi
    folder: Path

    def kubeconfig(self, name: str, token: str, namespace: str = "default") -> Path:
        """Write a kubeconfig for whoever has a token."""
        return _write_kubeconfig(self.folder, name, self.api.url, token, namespace)


@contextmanager
def running_control_plane(processes: Processes, folder: Path) -> Iterator[ControlPlane]:
    """Start a control plane with nothing in it, RBAC on, and wait until it is ready; its processes end with the others."""
    etcd_port, peer_port, api_port, controllers_port = free_ports(4)
    admin, controllers = secrets.token_hex(), secrets.token_hex()
    tokens = folder / "tokens.csv"
    tokens.touch(0o600)
    tokens.write_text(
        f'{admin},admin,admin,"system:masters"\n{controllers},system:kube-controller-manager,system:kube-controller-manager\n',
        encoding="utf-8",
    )

    etcd, peer = f"http://127.0.0.1:{etcd_port}", f"http://127.0.0.1:{peer_port}"
    store = processes.start(
        "etcd",
        [
            program("etcd"),
            f"--data-dir={folder / 'etcd'}",
            "--unsafe-no-fsync",
            "--log-level=warn",
            f"--listen-client-urls={etcd}",
            f"--advertise-client-urls={etcd}",
            f"--listen-peer-urls={peer}",
            f"--initial-advertise-peer-urls={peer}",
            f"--initial-cluster=default={peer}",
        ],
    )
    store.wait_until(lambda: answers(f"{etcd}/health"))

    url = f"https://127.0.0.1:{api_port}"
    signing_key, _ = write_key_and_certificate(folder, "service-accounts")
    proxy_key, proxy_certificate = write_key_and_certificate(folder, "front-proxy-client")
    server = processes.start(
        "kube-apiserver",
        [
            program("kube-apiserver"),
            "--bind-address=127.0.0.1",
            "--advertise-address=127.0.0.1",
            f"--secure-port={api_port}",
            f"--cert-dir={folder / 'apiserver'}",
            f"--etcd-servers={etcd}",
            "--endpoint-reconciler-type=none",
            "--service-cluster-ip-range=10.96.0.0/16",
            "--authorization-mode=RBAC",
            "--allow-privileged=true",
            f"--token-auth-file={tokens}",
            "--service-account-issuer=https://kubernetes.default.svc",
            f"--service-account-key-file={signing_key}",
            f"--service-account-signing-key-file={signing_key}",
            f"--requestheader-client-ca-file={proxy_certificate}",
            "--requestheader-allowed-names=front-proxy-client",
            "--requestheader-username-headers=X-Remote-User",
            "--requestheader-group-headers=X-Remote-Group",
            "--requestheader-extra-headers-prefix=X-Remote-Extra-",
            f"--proxy-client-cert-file={proxy_certificate}",
            f"--proxy-client-key-file={proxy_key}",
            "--profiling=false",
        ],
    )
    server.wait_until(lambda: answers(f"{url}/readyz"), seconds=180)

    api = KubernetesApi(url, admin, _server_certificate(folder))
    plane = ControlPlane(api, folder)
    kubeconfig = plane.kubeconfig("controllers", controllers)
    manager = processes.start(
        "kube-controller-manager",
        [
            program("kube-controller-manager"),
            "--bind-address=127.0.0.1",
            f"--secure-port={controllers_port}",
            f"--cert-dir={folder / 'controllers'}",
            f"--kubeconfig={kubeconfig}",
            f"--authentication-kubeconfig={kubeconfig}",
            f"--authorization-kubeconfig={kubeconfig}",
            "--leader-elect=false",
            "--use-service-account-credentials=true",
            f"--service-account-private-key-file={signing_key}",
            f"--root-ca-file={_server_certificate(folder)}",
            f"--controllers={','.join(_CONTROLLERS)}",
        ],
    )
    with closing(api):
        manager.wait_until(lambda: api.get("v1", "ServiceAccount", "default", "default"))
        yield plane


def _server_certificate(folder: Path) -> Path:
    """The certificate that the API server made for itself."""
    return folder / "apiserver" / "apiserver.crt"


def _write_kubeconfig(folder: Path, name: str, url: str, token: str, namespace: str) -> Path:
    file = folder / f"{name}.kubeconfig"
    file.touch(0o600)
    content = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "lane", "cluster": {"server": url, "certificate-authority": str(_server_certificate(folder))}}],
        "users": [{"name": name, "user": {"token": token}}],
        "contexts": [{"name": "lane", "context": {"cluster": "lane", "user": name, "namespace": namespace}}],
        "current-context": "lane",
    }
    file.write_text(json.dumps(content), encoding="utf-8")
    return file
