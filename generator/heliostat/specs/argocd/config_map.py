"""argocd-cm: what Argo CD itself has to know so that it sees how things are."""

from __future__ import annotations

from collections.abc import Mapping

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.argocd.object_annotations import SYNC_OPTIONS
from heliostat.specs.argocd.order import SETTINGS, WAVE


def config_map(namespace: str, health_checks: Mapping[str, str]) -> JsonObject:
    """Write our keys of argocd-cm, and no others: whatever else an installation has there stays.

    Args:
        namespace: namespace that Argo CD runs in.
        health_checks: Lua by `<group>_<Kind>`.
    """
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {
            "name": "argocd-cm",
            "namespace": namespace,
            # without the second, Argo CD does not see the ConfigMap
            "labels": {"app.kubernetes.io/name": "argocd-cm", "app.kubernetes.io/part-of": "argocd"},
            "annotations": {WAVE: str(SETTINGS), SYNC_OPTIONS: "Delete=false,Prune=false"},
        },
        "data": {f"resource.customizations.health.{kind}": lua for kind, lua in health_checks.items()},
    }
