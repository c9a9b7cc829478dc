"""What Ray needs opened where everything else is denied.

Ports are KubeRay's defaults (ray-operator controllers/ray/utils/constant.go). The operator asks the head's dashboard for jobs and
Serve applications and the head's Serve proxy for its health; the autoscaler in the head writes to the API server.
"""

from __future__ import annotations

from collections.abc import Sequence

from heliostat.specs.label_selector import LabelRequirement, LabelSelector
from heliostat.specs.network_rule import EgressRule, IngressRule, IpBlock, NetworkPeer, Pods, PortRange

HEAD = LabelSelector({"ray.io/node-type": "head"})
WORKERS = LabelSelector({"ray.io/node-type": "worker"})
NODES = LabelSelector({"ray.io/is-ray-node": "yes"})
"""The pods of Ray clusters, by labels that KubeRay puts on them."""

HEAD_AND_AFTER = LabelSelector(match_expressions=[LabelRequirement("ray.io/node-type", "In", ["head", "redis-cleanup"])])
"""Heads, and the pods that clear their keys from Redis when they are gone, without which a cluster is not deleted."""

CLUSTER_DNS: tuple[NetworkPeer, ...] = (
    Pods(
        pod_selector=LabelSelector({"k8s-app": "kube-dns"}),
        namespace_selector=LabelSelector({"kubernetes.io/metadata.name": "kube-system"}),
    ),
    IpBlock("169.254.20.10/32"),
)
"""Where Kubernetes resolves names: its DNS pods, and the address of the cache that some clusters run on every node."""

OPERATOR_COMPONENT = "kuberay-operator"
"""Label app.kubernetes.io/component of the operator's pods, be it installed by Helm or by kustomize."""

_DASHBOARD, _SERVE, _METRICS = 8265, 8000, 8080


def dns_egress(servers: Sequence[NetworkPeer] = CLUSTER_DNS) -> EgressRule:
    """Open name resolution, without which workers do not find their head."""
    return EgressRule(to=servers, ports=[PortRange(53, protocol="UDP"), PortRange(53)])


def api_server_egress(addresses: Sequence[IpBlock] = ()) -> EgressRule:
    """Open the API server's ports, to every address unless its own are known: no selector matches the API server."""
    return EgressRule(to=addresses, ports=[443, 6443])


def operator_ingress(namespace: str) -> IngressRule:
    """Open dashboard and Serve to the KubeRay operator."""
    return IngressRule(
        from_=[
            Pods(
                pod_selector=LabelSelector({"app.kubernetes.io/component": OPERATOR_COMPONENT}),
                namespace_selector=LabelSelector({"kubernetes.io/metadata.name": namespace}),
            )
        ],
        ports=[_DASHBOARD, _SERVE],
    )


def metrics_ingress(namespace: str) -> IngressRule:
    """Open Ray's metrics to the namespace that collects them."""
    return IngressRule(from_=[Pods(namespace_selector=LabelSelector({"kubernetes.io/metadata.name": namespace}))], ports=[_METRICS])
