"""Whose schemas Heliostat brings, and where they are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from heliostat.schemas.targets import SUPPORTED, Targets, minor

NAMES: Mapping[str, str] = {
    "kuberay": "KubeRay",
    "kueue": "Kueue",
    "kubernetes": "Kubernetes",
    "argocd": "Argo CD",
    "prometheus_operator": "Prometheus operator",
    "cert_manager": "cert-manager",
    "external_secrets": "External Secrets",
    "sealed_secrets": "Sealed Secrets",
    "gateway_api": "Gateway API",
}
"""What people call the products."""

UNTARGETED: Mapping[str, str] = {"cert_manager": "1.21", "external_secrets": "1.3", "sealed_secrets": "0.40", "gateway_api": "1.7"}
"""Products that `Targets` has no field for, each with the version whose schemas count; a project that runs another imports its CRDs."""

_GROUPS: Mapping[str, str] = {
    "ray.io": "kuberay",
    "kueue.x-k8s.io": "kueue",
    "argoproj.io": "argocd",
    "monitoring.coreos.com": "prometheus_operator",
    "cert-manager.io": "cert_manager",
    "acme.cert-manager.io": "cert_manager",
    "external-secrets.io": "external_secrets",
    "generators.external-secrets.io": "external_secrets",
    "bitnami.com": "sealed_secrets",
    "gateway.networking.k8s.io": "gateway_api",
}

SHARED_GROUPS = frozenset({"argoproj.io"})
"""Groups in which others have kinds too: Argo Workflows, Argo Rollouts and Argo Events in that of Argo CD."""

_DATA = Path(__file__).parent / "data"

_KINDS = {
    "v1": (
        "ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim Pod PodTemplate "
        "ReplicationController ResourceQuota Secret Service ServiceAccount"
    ),
    "admissionregistration.k8s.io/v1": (
        "MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration"
    ),
    "admissionregistration.k8s.io/v1beta1": "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding",
    "apiextensions.k8s.io/v1": "CustomResourceDefinition",
    "apiregistration.k8s.io/v1": "APIService",
    "apps/v1": "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet",
    "autoscaling/v1": "HorizontalPodAutoscaler",
    "autoscaling/v2": "HorizontalPodAutoscaler",
    "batch/v1": "CronJob Job",
    "certificates.k8s.io/v1": "CertificateSigningRequest",
    "certificates.k8s.io/v1beta1": "ClusterTrustBundle",
    "coordination.k8s.io/v1": "Lease",
    "discovery.k8s.io/v1": "EndpointSlice",
    "events.k8s.io/v1": "Event",
    "flowcontrol.apiserver.k8s.io/v1": "FlowSchema PriorityLevelConfiguration",
    "networking.k8s.io/v1": "IPAddress Ingress IngressClass NetworkPolicy ServiceCIDR",
    "node.k8s.io/v1": "RuntimeClass",
    "policy/v1": "PodDisruptionBudget",
    "rbac.authorization.k8s.io/v1": "ClusterRole ClusterRoleBinding Role RoleBinding",
    "resource.k8s.io/v1": "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice",
    "resource.k8s.io/v1beta1": "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice",
    "resource.k8s.io/v1beta2": "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice",
    "scheduling.k8s.io/v1": "PriorityClass",
    "storage.k8s.io/v1": "CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass",
    "storage.k8s.io/v1beta1": "VolumeAttributesClass",
}
BUILT_IN_KINDS = frozenset((api_version, kind) for api_version, kinds in _KINDS.items() for kind in kinds.split())
"""apiVersion and kind of what is known of Kubernetes with its schema: whatever is an object of its own and is not in alpha."""


def product_of(group: str) -> str:
    """Name the product that a group belongs to; what is nobody else's is looked for in Kubernetes."""
    return _GROUPS.get(group, "kubernetes")


def schemas_of_product(product: str, targets: Targets) -> Path | None:
    """Name the file with the schemas of a product as the targets have it; None where it is not there, or in a version that is not known."""
    if product in UNTARGETED:
        return data_file(product, UNTARGETED[product])
    version = getattr(targets, product)
    return data_file(product, version) if version is not None and minor(version) in SUPPORTED[product] else None


def data_file(product: str, version: str) -> Path:
    """Name the file with the schemas of a product's minor version."""
    return _DATA / f"{product}-{minor(version)}.json"
