"""A cluster without containers, empty but for Kubernetes, in which the operators run once their Deployments are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.cluster.control_plane import ControlPlane, running_control_plane
from tests.cluster.dashboard import Dashboard, served
from tests.cluster.kubelet import HostProgram, Kubelet
from tests.cluster.kubernetes_api import KubernetesApi
from tests.cluster.process import Processes
from tests.cluster.repository import Repository
from tests.cluster.without_containers import Host

_DENIED = re.compile(r'User "system:serviceaccount:[^"]+" cannot [^,}]+')
_FOR_A_LATER_OPERATOR = re.compile(
    r'User "system:serviceaccount:kuberay-system:kuberay-operator" cannot (create|patch) resource "events" in API group ""'
)
"""What KubeRay 1.6 lacks under the rendered role, which is that of 1.7: it writes events of `v1`, 1.7 those of `events.k8s.io/v1`."""


@dataclass(frozen=True)
class Cluster:
    """A cluster that runs, and the repository of what belongs into it."""

    plane: ControlPlane
    processes: Processes
    host: Host
    repository: Repository
    dashboard: Dashboard
    kubelet: Kubelet

    @property
    def api(self) -> KubernetesApi:
        """Its API, as an administrator's."""
        return self.plane.api

    def denials(self) -> list[str]:
        """Give what the API server denied to the operators, as they tell it."""
        told = {denied for log in self.kubelet.logs() for denied in _DENIED.findall(log.replace("\\", ""))}
        return sorted(denied for denied in told if not _FOR_A_LATER_OPERATOR.match(denied))


@contextmanager
def running_cluster(environment: str, folder: Path) -> Iterator[Cluster]:
    """Run a cluster for an environment; everything that it started is ended with the block."""
    processes = Processes(folder / "logs")
    repository = Repository(folder / "repository", environment)
    host = Host.with_free_ports(folder / "hosts", repository.url)
    dashboard = Dashboard()
    try:
        with running_control_plane(processes, folder) as plane, served(dashboard) as proxy:
            kubelet = Kubelet(plane, processes, _operators(host, proxy), host.files)
            with kubelet.at_work():
                yield Cluster(plane, processes, host, repository, dashboard, kubelet)
    finally:
        processes.end()


def _operators(host: Host, proxy: str) -> tuple[HostProgram, ...]:
    return (
        HostProgram(
            "kueue",
            image="kueue/kueue:",
            ready=f"http://127.0.0.1:{host.kueue_health}/readyz",
            arguments=("--kubeconfig={kubeconfig}",),
        ),
        HostProgram(
            "kuberay-operator",
            image="kuberay/operator:",
            ready=f"http://127.0.0.1:{host.kuberay_health}/readyz",
            environment={"HTTP_PROXY": proxy, "NO_PROXY": "127.0.0.1,localhost"},
        ),
    )
