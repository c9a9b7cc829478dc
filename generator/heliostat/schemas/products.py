"""Whose schemas Heliostat brings, and where they are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from heliostat.schemas.targets import minor

NAMES: Mapping[str, str] = {
    "kuberay": "KubeRay",
    "kueue": "Kueue",
    "kubernetes": "Kubernetes",
    "argocd": "Argo CD",
    "prometheus_operator": "Prometheus operator",
}
"""What people call the products that `Targets` has as fields."""

_GROUPS: Mapping[str, str] = {
    "ray.io": "kuberay",
    "kueue.x-k8s.io": "kueue",
    "argoproj.io": "argocd",
    "monitoring.coreos.com": "prometheus_operator",
}

SHARED_GROUPS = frozenset({"argoproj.io"})
"""Groups in which others have kinds too: Argo Workflows, Argo Rollouts and Argo Events in that of Argo CD."""

_DATA = Path(__file__).parent / "data"

_KINDS = {
    "v1": (
        "ConfigMap Endpoints LimitRange Namespace Node PersistentVolume PersistentVolumeClaim Pod PodTemplate "
        "ReplicationController ResourceQuota Secret Service ServiceAccount"
    ),
    "admissionregistration.k8s.io/v1": (
        "MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration"
    ),
    "apiextensions.k8s.io/v1": "CustomResourceDefinition",
    "apiregistration.k8s.io/v1": "APIService",
    "apps/v1": "DaemonSet Deployment ReplicaSet StatefulSet",
    "autoscaling/v2": "HorizontalPodAutoscaler",
    "batch/v1": "CronJob Job",
    "coordination.k8s.io/v1": "Lease",
    "discovery.k8s.io/v1": "EndpointSlice",
    "networking.k8s.io/v1": "Ingress IngressClass NetworkPolicy",
    "node.k8s.io/v1": "RuntimeClass",
    "policy/v1": "PodDisruptionBudget",
    "rbac.authorization.k8s.io/v1": "ClusterRole ClusterRoleBinding Role RoleBinding",
    "scheduling.k8s.io/v1": "PriorityClass",
    "storage.k8s.io/v1": "StorageClass",
}
BUILT_IN_KINDS = frozenset((api_version, kind) for api_version, kinds in _KINDS.items() for kind in kinds.split())
"""apiVersion and kind of what is known of Kubernetes with its schema: what a platform or a team puts into Git."""


def product_of(group: str) -> str:
    """Name the product that a group belongs to; what is nobody else's is looked for in Kubernetes."""
    return _GROUPS.get(group, "kubernetes")


def data_file(product: str, version: str) -> Path:
    """Name the file with the schemas of a product's minor version."""
    return _DATA / f"{product}-{minor(version)}.json"
