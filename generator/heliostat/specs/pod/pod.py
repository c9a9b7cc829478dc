"""The arguments of a pod, whatever runs in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Literal

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.name_syntax import label_key_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.label_selector import label_problems
from heliostat.specs.pod.affinity import Affinity, TopologySpread
from heliostat.specs.pod.container import Container
from heliostat.specs.pod.mount import Mount, Volume, Volumes, clashing_volumes, volumes_json
from heliostat.specs.pod.security_context import PodSecurityContext
from heliostat.specs.pod.toleration import Toleration, toleration_problems, tolerations_json
from heliostat.specs.reference import Named, OfKind, name_of
from heliostat.specs.reference_name import reference_problems
from heliostat.specs.wire import SKIPPED, spelled, wire


def _named(names: Sequence[Named | str]) -> JsonValue:
    return [{"name": name_of(name)} for name in names]


def _aliases(aliases: Mapping[str, Sequence[str]]) -> JsonValue:
    return [{"ip": address, "hostnames": list(names)} for address, names in aliases.items()]


def _options(options: Mapping[str, str | None]) -> JsonValue:
    return [{"name": name} if value is None else {"name": name, "value": value} for name, value in options.items()]


def _conditions(types: Sequence[str]) -> JsonValue:
    return [{"conditionType": condition} for condition in types]


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
    options: Mapping[str, str | None] = field(default_factory=dict, metadata=spelled(write=_options))


@arguments
class ResourceClaim:
    """A device that is claimed from Kubernetes' dynamic resource allocation.

    Args:
        name: name of the claim in the pod.
        template: ResourceClaimTemplate that a claim is made from, for each pod its own,
        claim: or an existing ResourceClaim that pods share.
        request: only this request of the claim, for the first container.
    """

    name: str = field(kw_only=False)
    template: Annotated[Named | str, OfKind("ResourceClaimTemplate")] | None = field(
        default=None, metadata=spelled("resourceClaimTemplateName")
    )
    claim: Annotated[Named | str, OfKind("ResourceClaim")] | None = field(default=None, metadata=spelled("resourceClaimName"))
    request: str | None = field(default=None, metadata=SKIPPED)

    def check(self, targets: Targets) -> Iterator[Problem]:
        if (self.template is None) == (self.claim is None):
            yield Problem("", "must have either a template or a claim")


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
        hostname_override: host name inside the pod, which need not be that of `hostname` (Kubernetes 1.35 and later).
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

    pod_labels: Mapping[str, str] = field(default_factory=dict, metadata=SKIPPED)
    pod_annotations: Mapping[str, str] = field(default_factory=dict, metadata=SKIPPED)
    node_selector: Mapping[str, str] = field(default_factory=dict)
    tolerations: Sequence[Toleration | str] = field(default=(), metadata=spelled(write=lambda given: [*tolerations_json(given)]))
    affinity: Affinity | None = None
    topology_spread_constraints: Sequence[TopologySpread] = ()
    init_containers: Sequence[Container] = ()
    sidecars: Sequence[Container] = field(default=(), metadata=SKIPPED)
    image_pull_secrets: Sequence[Annotated[Named | str, OfKind("Secret")]] = field(default=(), metadata=spelled(write=_named))
    service_account: Annotated[Named | str, OfKind("ServiceAccount")] | None = field(default=None, metadata=spelled("serviceAccountName"))
    automount_service_account_token: bool | None = None
    priority_class_name: Annotated[Named | str, OfKind("PriorityClass")] | None = None
    restart_policy: Literal["Always", "OnFailure", "Never"] | None = None
    termination_grace_period_seconds: int | None = None
    active_deadline_seconds: int | None = None
    pod_security_context: PodSecurityContext | None = field(default=None, metadata=spelled("securityContext"))
    runtime_class_name: Annotated[Named | str, OfKind("RuntimeClass")] | None = None
    scheduler_name: str | None = None
    scheduling_gates: Sequence[str] = field(default=(), metadata=spelled(write=_named))
    resource_claims: Sequence[ResourceClaim] = ()
    host_network: bool | None = None
    host_ipc: bool | None = field(default=None, metadata=spelled("hostIPC"))
    host_pid: bool | None = field(default=None, metadata=spelled("hostPID"))
    host_users: bool | None = None
    host_aliases: Mapping[str, Sequence[str]] = field(default_factory=dict, metadata=spelled(write=_aliases))
    hostname: str | None = None
    hostname_override: str | None = None
    subdomain: str | None = None
    set_hostname_as_fqdn: bool | None = field(default=None, metadata=spelled("setHostnameAsFQDN"))
    dns_policy: Literal["ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"] | None = None
    dns_config: DnsConfig | None = None
    enable_service_links: bool | None = None
    share_process_namespace: bool | None = None
    node_name: str | None = None
    os: Literal["linux", "windows"] | None = field(default=None, metadata=spelled(write=lambda name: {"name": name}))
    readiness_gates: Sequence[str] = field(default=(), metadata=spelled(write=_conditions))

    @property
    def claims(self) -> dict[str, str | None]:
        """What the first container uses of the pod's claims: all of them, each with the request that is meant."""
        return {claim.name: claim.request for claim in self.resource_claims}


def pod_spec(pod: PodArguments, main: JsonObject, mounted: Volumes) -> JsonObject:
    """Write the `spec` of a pod.

    Args:
        pod: the arguments.
        main: the first container, already written.
        mounted: what it mounts, and further volumes that the pod shall have, by path.
    """
    spec = wire(pod, fields_of=PodArguments)
    spec["containers"] = [main, *(container.wire() for container in pod.sidecars)]
    if volumes := volumes_json(_mounted(pod, mounted)):
        spec["volumes"] = volumes
    return spec


def pod_template(spec: JsonObject, *, labels: Mapping[str, str], annotations: Mapping[str, str]) -> JsonObject:
    """Put metadata around the spec of a pod; without any there is none, since an empty one would be stored differently."""
    metadata: JsonObject = {}
    if labels:
        metadata["labels"] = dict(labels)
    if annotations:
        metadata["annotations"] = dict(annotations)
    return {"metadata": metadata, "spec": spec} if metadata else {"spec": spec}


def pod_problems(pod: PodArguments, mounted: Volumes, main_name: str) -> Iterator[Problem]:
    """Name what Kubernetes refuses in a pod.

    Args:
        pod: the arguments.
        mounted: what the first container mounts, by path.
        main_name: name of that container.
    """
    yield from toleration_problems("tolerations", pod.tolerations)
    for argument in ("pod_labels", "node_selector"):
        yield from label_problems(argument, getattr(pod, argument))
    for argument in ("service_account", "priority_class_name", "runtime_class_name"):
        yield from reference_problems(argument, getattr(pod, argument))
    for index, secret in enumerate(pod.image_pull_secrets):
        yield from reference_problems(f"image_pull_secrets[{index}]", secret)
    for key in pod.pod_annotations:
        if fault := label_key_fault(key):
            yield Problem(f'pod_annotations["{key}"]', fault)
    for name in sorted(set(clashing_volumes(_mounted(pod, mounted)))):
        yield Problem("volumes", f'have two different volumes of the name "{name}", one needs a name= of its own')
    names = {main_name}
    for argument in ("init_containers", "sidecars"):
        for index, container in enumerate(getattr(pod, argument)):
            if container.name in names:
                yield Problem(f"{argument}[{index}].name", f'must differ from that of every other container, got "{container.name}" again')
            names.add(container.name)


def _mounted(pod: PodArguments, mounted: Volumes) -> list[tuple[str, Volume | Mount]]:
    others = [*pod.init_containers, *pod.sidecars]
    return [*mounted.items(), *(entry for container in others for entry in (*container.volumes.items(), *container.volume_devices.items()))]
