"""Operators as an environment installs them."""

from __future__ import annotations

from typing import Any

from heliostat.manifests.origin import Frame, Origin
from heliostat.specs.install.kuberay.running_operator import RunningOperator

TOLD = 'KubeRayOperator "kuberay-operator", made at environments/_platform.py:3'
"""What messages call it."""

LABELS = {
    "app.kubernetes.io/name": "kuberay-operator",
    "app.kubernetes.io/instance": "kuberay-operator",
    "app.kubernetes.io/component": "kuberay-operator",
}


def running(*watched: str, **said: Any) -> RunningOperator:
    """One in kuberay-system, with what is said of it."""
    there = Origin((Frame("environments/_platform.py", 3),))
    known: dict[str, Any] = {"name": "kuberay-operator", "namespace": "kuberay-system", "gates": {}, "pod_labels": LABELS}
    return RunningOperator(**{**known, "origin": there, "watched": watched, "uses_kubernetes_proxy": False, **said})
