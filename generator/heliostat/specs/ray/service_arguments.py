"""The Services that KubeRay makes, as far as authors have a say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.specs.arguments import arguments
from heliostat.specs.wire import SKIPPED, spelled, wire

ServiceType = Literal["ClusterIP", "NodePort", "LoadBalancer"]


@arguments
class ServicePort:
    """A port of a Service, where a bare number does not say enough.

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


def _ports(ports: Mapping[str, int | ServicePort]) -> JsonValue:
    return [{"name": name, **wire(port if isinstance(port, ServicePort) else ServicePort(port))} for name, port in ports.items()]


@arguments
class ServiceArguments:
    """What every Service takes that KubeRay makes.

    Args:
        name: its name; one that KubeRay makes from the object's by default.
        labels: its labels.
        annotations: its annotations, such as those of a cloud's load balancer.
        ports: ports by name.
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

    name: str | None = field(default=None, metadata=SKIPPED)
    labels: Mapping[str, str] = field(default_factory=dict, metadata=SKIPPED)
    annotations: Mapping[str, str] = field(default_factory=dict, metadata=SKIPPED)
    ports: Mapping[str, int | ServicePort] = field(default_factory=dict, metadata=spelled(write=_ports))
    cluster_ip: str | None = field(default=None, metadata=spelled("clusterIP"))
    external_ips: Sequence[str] = field(default=(), metadata=spelled("externalIPs"))
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
    session_affinity_timeout_seconds: int | None = field(
        default=None, metadata=spelled("sessionAffinityConfig", write=lambda seconds: {"clientIP": {"timeoutSeconds": seconds}})
    )
    traffic_distribution: str | None = None

    def wire(self) -> JsonObject:
        metadata: JsonObject = {}
        if self.name is not None:
            metadata["name"] = self.name
        for key, entries in (("labels", self.labels), ("annotations", self.annotations)):
            if entries:
                metadata[key] = dict(entries)
        spec = wire(self)
        return {**({"metadata": metadata} if metadata else {}), **({"spec": spec} if spec else {})}
