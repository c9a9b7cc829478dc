"""The head of a Ray cluster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.specs.arguments import arguments
from heliostat.specs.ray.ray_pod import RayPod

ServiceType = Literal["ClusterIP", "NodePort", "LoadBalancer"]


@arguments
class ServicePort:
    """A port of the head Service that is no port of the Ray container.

    Args:
        port: the port that clients use.
        target_port: number or name of the pod's port; the same number by default.
        protocol: TCP unless given.
        node_port: port on every node, for NodePort and LoadBalancer.
        app_protocol: what is spoken on it, such as `kubernetes.io/h2c`.
    """

    port: int = field(kw_only=False)
    target_port: int | str | None = None
    protocol: Literal["TCP", "UDP", "SCTP"] = "TCP"
    node_port: int | None = None
    app_protocol: str | None = None


@arguments
class HeadService:
    """How the Service in front of the head is made, once, when the cluster is created: KubeRay never changes it afterwards.

    Args:
        name: its name; `<cluster>-head-svc` by default. Not inside a RayService.
        labels: its labels.
        annotations: its annotations, such as those of a cloud's load balancer.
        ports: ports by name, beside those of the Ray container.
        cluster_ip: a fixed address.
        external_ips: addresses of nodes that take traffic for it.
        external_traffic_policy: whether a node passes traffic to pods of other nodes.
        internal_traffic_policy: the same for traffic from inside the cluster.
        ip_families: `IPv4`, `IPv6`, in order.
        ip_family_policy: whether it has one address or two.
        load_balancer_class: which implementation makes the load balancer.
        load_balancer_source_ranges: addresses that may use it.
        allocate_load_balancer_node_ports: False takes no node ports.
        health_check_node_port: node port of the health check, with `external_traffic_policy="Local"`.
        publish_not_ready_addresses: True lists the head before it is ready.
        session_affinity: `ClientIP` sends one client to one pod.
        session_affinity_timeout_seconds: for how long.
        traffic_distribution: such as `PreferClose`.
    """

    name: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    annotations: Mapping[str, str] = field(default_factory=dict)
    ports: Mapping[str, int | ServicePort] = field(default_factory=dict)
    cluster_ip: str | None = None
    external_ips: Sequence[str] = ()
    external_traffic_policy: Literal["Cluster", "Local"] | None = None
    internal_traffic_policy: Literal["Cluster", "Local"] | None = None
    ip_families: Sequence[Literal["IPv4", "IPv6"]] = ()
    ip_family_policy: Literal["SingleStack", "PreferDualStack", "RequireDualStack"] | None = None
    load_balancer_class: str | None = None
    load_balancer_source_ranges: Sequence[str] = ()
    allocate_load_balancer_node_ports: bool | None = None
    health_check_node_port: int | None = None
    publish_not_ready_addresses: bool | None = None
    session_affinity: Literal["None", "ClientIP"] | None = None
    session_affinity_timeout_seconds: int | None = None
    traffic_distribution: str | None = None


@arguments
class IngressTls:
    """A certificate of an Ingress.

    Args:
        hosts: names it is for.
        secret_name: Secret that holds it.
    """

    hosts: Sequence[str] = ()
    secret_name: str | None = None


@arguments
class Ingress:
    """An Ingress (on OpenShift a Route) to Ray's dashboard, which runs code for whoever reaches it.

    Args:
        class_name: IngressClass; the cluster's default when absent.
        host: name that it answers to; every name when absent (KubeRay 1.7 and later).
        path: path on that host; `/` by default (KubeRay 1.7 and later).
        path_type: how the path is matched; `Prefix` by default (KubeRay 1.7 and later).
        tls: certificates (KubeRay 1.7 and later).
    """

    class_name: str | None = None
    host: str | None = None
    path: str | None = None
    path_type: Literal["Exact", "Prefix", "ImplementationSpecific"] | None = None
    tls: Sequence[IngressTls] = ()


@arguments
class Head(RayPod):
    """The head: `Head(cpu=4, memory="16Gi")`. It also takes what every Ray pod takes.

    Args:
        schedulable: False keeps tasks and actors off the head, by telling Ray that it has no CPUs.
        service_type: type of the Service in front of the head; without address of its own (headless) by default.
        head_service: more about that Service.
        ingress: an Ingress to the dashboard.
    """

    schedulable: bool = True
    service_type: ServiceType | None = None
    head_service: HeadService | None = None
    ingress: Ingress | None = None
