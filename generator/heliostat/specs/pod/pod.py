"""The arguments of a pod, whatever runs in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.specs.arguments import arguments
from heliostat.specs.pod.affinity import Affinity, TopologySpread
from heliostat.specs.pod.container import Container
from heliostat.specs.pod.security_context import PodSecurityContext
from heliostat.specs.pod.toleration import Toleration
from heliostat.specs.reference import Named


@arguments
class DnsConfig:
    """Resolver settings of a pod, beyond its DNS policy.

    Args:
        nameservers: addresses of resolvers.
        searches: domains tried after a name.
        options: resolver options, with None for those that take no value: {"ndots": "2"}.
    """

    nameservers: Sequence[str] = ()
    searches: Sequence[str] = ()
    options: Mapping[str, str | None] = field(default_factory=dict)


@arguments
class ResourceClaim:
    """A device that is claimed from Kubernetes' dynamic resource allocation.

    Args:
        name: name of the claim in the pod.
        template: ResourceClaimTemplate that a claim is made from, for each pod its own,
        claim: or an existing ResourceClaim that pods share.
        request: only this request of the claim, for the Ray container.
    """

    name: str = field(kw_only=False)
    template: Named | str | None = None
    claim: Named | str | None = None
    request: str | None = None


@arguments
class PodArguments:
    """What every pod takes.

    Args:
        pod_labels: labels of the pods.
        pod_annotations: annotations of the pods.
        node_selector: labels that a node must have.
        tolerations: taints that the pod puts up with, as `Toleration(…)` or `key=value:NoSchedule`.
        affinity: nodes and other pods to be near to or away from.
        topology_spread_constraints: how evenly the pods spread over places.
        init_containers: containers that run before the others, in order.
        sidecars: containers beside the main one, which is always the first.
        image_pull_secrets: Secrets with registry credentials.
        service_account: ServiceAccount that the pod acts as; the namespace's `default` unless given.
        automount_service_account_token: False keeps its token out of the pod.
        priority_class_name: PriorityClass of the pods.
        restart_policy: whether the kubelet restarts containers in place.
        termination_grace_period_seconds: seconds between the stop signal and the end; 30 by default.
        active_deadline_seconds: seconds after which the pod is ended.
        pod_security_context: rights of all containers.
        runtime_class_name: RuntimeClass, such as `gvisor`.
        scheduler_name: another scheduler.
        scheduling_gates: names that somebody must remove before the pod is scheduled.
        resource_claims: devices from dynamic resource allocation.
        host_network: True uses the node's network.
        host_ipc: True shares the node's IPC namespace.
        host_pid: True shares the node's process namespace.
        host_users: False runs the pod in a user namespace of its own.
        host_aliases: names by address, for /etc/hosts.
        hostname: host name of the pod.
        subdomain: domain of the pod below its namespace.
        set_hostname_as_fqdn: True makes the full name the host name.
        dns_policy: how names are resolved; `ClusterFirst` by default.
        dns_config: resolver settings.
        enable_service_links: False keeps the variables of all Services of the namespace out.
        share_process_namespace: True lets containers see each other's processes.
        node_name: the node itself, past the scheduler.
        os: operating system of the node.
        readiness_gates: conditions that must hold before the pod counts as ready.
    """

    pod_labels: Mapping[str, str] = field(default_factory=dict)
    pod_annotations: Mapping[str, str] = field(default_factory=dict)
    node_selector: Mapping[str, str] = field(default_factory=dict)
    tolerations: Sequence[Toleration | str] = ()
    affinity: Affinity | None = None
    topology_spread_constraints: Sequence[TopologySpread] = ()
    init_containers: Sequence[Container] = ()
    sidecars: Sequence[Container] = ()
    image_pull_secrets: Sequence[Named | str] = ()
    service_account: Named | str | None = None
    automount_service_account_token: bool | None = None
    priority_class_name: Named | str | None = None
    restart_policy: Literal["Always", "OnFailure", "Never"] | None = None
    termination_grace_period_seconds: int | None = None
    active_deadline_seconds: int | None = None
    pod_security_context: PodSecurityContext | None = None
    runtime_class_name: Named | str | None = None
    scheduler_name: str | None = None
    scheduling_gates: Sequence[str] = ()
    resource_claims: Sequence[ResourceClaim] = ()
    host_network: bool | None = None
    host_ipc: bool | None = None
    host_pid: bool | None = None
    host_users: bool | None = None
    host_aliases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    hostname: str | None = None
    subdomain: str | None = None
    set_hostname_as_fqdn: bool | None = None
    dns_policy: Literal["ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"] | None = None
    dns_config: DnsConfig | None = None
    enable_service_links: bool | None = None
    share_process_namespace: bool | None = None
    node_name: str | None = None
    os: Literal["linux", "windows"] | None = None
    readiness_gates: Sequence[str] = ()
