"""What the objects of an installation of Kueue are called, and the labels by which they know each other."""

from __future__ import annotations

from collections.abc import Mapping

NAMESPACE = "kueue-system"
"""Where upstream installs Kueue."""

NAMESPACE_LABEL = "kubernetes.io/metadata.name"
"""Label of every Namespace, which says its name."""

NAME_LABEL = "app.kubernetes.io/name"
COMPONENT_LABEL = "app.kubernetes.io/component"
SELECTOR: Mapping[str, str] = {"control-plane": "controller-manager"}
LABELS: Mapping[str, str] = {NAME_LABEL: "kueue", **SELECTOR}
"""Labels of every object."""

MANAGER = "kueue-controller-manager"
"""The Deployment, and the ServiceAccount that its pods run under."""
CONFIGURATION, CONFIGURATION_FILE = "kueue-manager-config", "controller_manager_config.yaml"
WEBHOOK_SERVICE = "kueue-webhook-service"
METRICS_SERVICE = "kueue-controller-manager-metrics-service"
VISIBILITY_SERVICE = "kueue-visibility-server"
MUTATING, VALIDATING = "kueue-mutating-webhook-configuration", "kueue-validating-webhook-configuration"

WEBHOOK_CERTIFICATE, METRICS_CERTIFICATE, VISIBILITY_CERTIFICATE = (
    "kueue-serving-cert",
    "kueue-metrics-cert",
    "kueue-visibility-server-cert",
)
"""Certificates of cert-manager."""
WEBHOOK_SECRET, METRICS_SECRET = "kueue-webhook-server-cert", "kueue-metrics-server-cert"
VISIBILITY_SECRET = VISIBILITY_CERTIFICATE
INJECT_CA = "cert-manager.io/inject-ca-from"
"""Annotation that has cert-manager write the CA of a Certificate into an object."""


def component(name: str) -> dict[str, str]:
    """Make the labels of an object that is told from others by its component."""
    return {**LABELS, COMPONENT_LABEL: name}
