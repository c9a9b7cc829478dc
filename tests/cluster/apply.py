"""Brings an environment up with kubectl alone, in the order that a person would."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.cluster.cluster import Cluster
from tests.cluster.kubernetes_api import Object, condition
from tests.cluster.process import wait_for
from tests.cluster.programs import program

_FIRST = ("CustomResourceDefinition", "Namespace")
_QUEUES_AND_WORKLOADS = ("ray.io/", "kueue.x-k8s.io/")


def apply_in_order(cluster: Cluster) -> None:
    """Apply CRDs and namespaces, then the operators, and when these are ready whatever they look after."""
    manifests = cluster.repository.manifests()
    first = [file for file, manifest in manifests.items() if manifest["kind"] in _FIRST]
    last = [file for file, manifest in manifests.items() if manifest["apiVersion"].startswith(_QUEUES_AND_WORKLOADS)]

    apply(cluster, first)
    for manifest in manifests.values():
        if manifest["kind"] == "CustomResourceDefinition":
            _wait_until(cluster, manifest, "Established")
    apply(cluster, [file for file in manifests if file not in (*first, *last)])
    for manifest in manifests.values():
        if manifest["kind"] == "Deployment":
            _wait_until(cluster, manifest, "Available")
    apply(cluster, last)


def apply(cluster: Cluster, files: Iterable[Path]) -> None:
    """Apply files on the server's side, strictly, as one kubectl does."""
    named = [f"--filename={file}" for file in files]
    if not named:
        return
    command = [str(program("kubectl")), "apply", "--server-side", "--validate=strict", "--field-manager=lane", *named]
    kubeconfig = cluster.plane.kubeconfig("admin", cluster.api.token)
    cache = cluster.plane.folder / "kubectl"
    done = subprocess.run([*command, f"--kubeconfig={kubeconfig}", f"--cache-dir={cache}"], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr


def _wait_until(cluster: Cluster, manifest: Object, kind: str) -> None:
    wait_for(
        f"{manifest['kind']} {manifest['metadata']['name']} is {kind}",
        lambda: condition(cluster.api.read(manifest), kind) == "True",
        seconds=120,
        seen=lambda: cluster.api.read(manifest),
    )
