"""The arguments of one container, and containers beside the main one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Literal, TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.pod.environment import Env, EnvFrom, env_json, env_problems
from heliostat.specs.pod.mount import Volumes, mounts_json, volume_name, volume_problems
from heliostat.specs.pod.probe import Lifecycle, Probe
from heliostat.specs.pod.resources import resource_problems, resources_json
from heliostat.specs.pod.security_context import SecurityContext
from heliostat.specs.pod.volume import ClaimVolume, EphemeralVolume
from heliostat.specs.version_need import version_problems
from heliostat.specs.wire import SKIPPED, spelled, wire

ImagePullPolicy = Literal["Always", "IfNotPresent", "Never"]

_IMAGE = re.compile(r"[^\s:@][^\s]*")
_PORT_NAME = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")


@arguments
class Port:
    """A port of a container, where a bare number does not say enough.

    Args:
        container_port: the number.
        protocol: TCP unless given.
        host_port: the same port on the node.
        host_ip: address of the node to bind it to.
    """

    container_port: int = field(kw_only=False)
    protocol: Literal["TCP", "UDP", "SCTP"] = "TCP"
    host_port: int | None = None
    host_ip: str | None = field(default=None, metadata=spelled("hostIP"))


Ports: TypeAlias = Mapping[str, int | Port]
"""Ports by name."""


def ports_json(ports: Ports) -> list[JsonValue]:
    """Write `ports`, each with its protocol, as it is stored."""
    return [
        {"name": name, "containerPort": port, "protocol": "TCP"} if isinstance(port, int) else {"name": name, **wire(port)}
        for name, port in ports.items()
    ]


@arguments
class RestartRule:
    """What happens when a container exits with certain codes (Kubernetes 1.35 and later).

    Args:
        action: `Restart` restarts the container whatever its restart policy, `RestartAllContainers` the whole pod.
        operator: whether the code must be among the values, or not.
        exit_codes: the values.
    """

    action: Literal["Restart", "RestartAllContainers"]
    operator: Literal["In", "NotIn"]
    exit_codes: Sequence[int]

    def wire(self) -> JsonObject:
        return {"action": self.action, "exitCodes": {"operator": self.operator, "values": list(self.exit_codes)}}


def _devices(devices: Mapping[str, ClaimVolume | EphemeralVolume]) -> JsonValue:
    return [{"name": volume_name(path, volume), "devicePath": path} for path, volume in devices.items()]


def _resize_policy(policy: Mapping[str, str]) -> JsonValue:
    return [{"resourceName": name, "restartPolicy": restart} for name, restart in policy.items()]


@arguments
class ContainerArguments:
    """What every container takes, the Ray container as well as a sidecar.

    Args:
        env: environment variables.
        env_from: Secrets and ConfigMaps whose keys become environment variables; `env` wins.
        volumes: what is mounted, by path.
        volume_devices: block volumes, by device path.
        image_pull_policy: `IfNotPresent` by default, `Always` for an image without a tag or with `latest`.
        working_dir: directory that the command starts in; the image's own by default.
        security_context: rights of the container.
        liveness_probe: failing it restarts the container.
        readiness_probe: failing it takes the pod out of its Services.
        startup_probe: holds the other two back until it succeeds.
        lifecycle: what runs after the start and before the stop.
        container_restart_policy: restart policy of this container alone (Kubernetes 1.35 and later; `Always` makes a
            sidecar of an init container on every version).
        restart_policy_rules: exit codes that are treated differently.
        resize_policy: whether a changed resource restarts the container: {"cpu": "NotRequired"}.
        termination_message_path: file whose text becomes the container's last message.
        termination_message_policy: whether the log is taken when that file is empty.
        stdin: True keeps a standard input.
        stdin_once: True closes it after the first client.
        tty: True gives it a terminal.
    """

    env: Env = field(default_factory=dict, metadata=spelled(write=env_json))
    env_from: Sequence[EnvFrom] = ()
    volumes: Volumes = field(default_factory=dict, metadata=spelled("volumeMounts", write=mounts_json))
    volume_devices: Mapping[str, ClaimVolume | EphemeralVolume] = field(default_factory=dict, metadata=spelled(write=_devices))
    image_pull_policy: ImagePullPolicy | None = None
    working_dir: str | None = None
    security_context: SecurityContext | None = None
    liveness_probe: Probe | None = None
    readiness_probe: Probe | None = None
    startup_probe: Probe | None = None
    lifecycle: Lifecycle | None = None
    container_restart_policy: Literal["Always", "OnFailure", "Never"] | None = field(default=None, metadata=spelled("restartPolicy"))
    restart_policy_rules: Sequence[RestartRule] = ()
    resize_policy: Mapping[str, Literal["NotRequired", "RestartContainer"]] = field(
        default_factory=dict, metadata=spelled(write=_resize_policy)
    )
    termination_message_path: str | None = None
    termination_message_policy: Literal["File", "FallbackToLogsOnError"] | None = None
    stdin: bool | None = None
    stdin_once: bool | None = None
    tty: bool | None = None


def image_problems(argument: str, image: str | None) -> Iterator[Problem]:
    """Refuse an image that is no reference at all; whether there is one only its registry knows."""
    if image is not None and not _IMAGE.fullmatch(image):
        yield Problem(argument, f"must be a reference such as registry.example/train:v1, got {image!r}")


def container_problems(container: ContainerArguments, ports: Ports, targets: Targets) -> Iterator[Problem]:
    """Name what Kubernetes refuses in a container."""
    yield from env_problems("env", container.env)
    yield from volume_problems("volumes", container.volumes)
    yield from volume_problems("volume_devices", container.volume_devices)
    yield from port_problems(ports)
    if container.restart_policy_rules:
        yield from version_problems("restart_policy_rules", "kubernetes", "1.35", targets)
    if container.container_restart_policy not in (None, "Always"):
        yield from version_problems("container_restart_policy", "kubernetes", "1.35", targets)


def port_problems(ports: Ports) -> Iterator[Problem]:
    """Name ports that Kubernetes refuses (k8s.io/apimachinery v0.35.4, pkg/util/validation, IsValidPortName)."""
    numbers: dict[tuple[int, str], str] = {}
    for name, given in ports.items():
        number, protocol = (given, "TCP") if isinstance(given, int) else (given.container_port, given.protocol)
        if not _is_port_name(name):
            yield Problem(
                f'ports["{name}"]', 'must be named with at most 15 lower-case letters, digits and single "-", one of them a letter'
            )
        if not 1 <= number <= 65535:
            yield Problem(f'ports["{name}"]', f"must be a number from 1 to 65535, got {number}")
        other = numbers.setdefault((number, protocol), name)
        if other != name:
            yield Problem(f'ports["{name}"]', f'must differ from the port "{other}", both are {number}/{protocol}')


@cache
def _is_port_name(name: str) -> bool:
    return len(name) <= 15 and _PORT_NAME.fullmatch(name) is not None and any(c.isalpha() for c in name) and "--" not in name


@arguments
class Container(ContainerArguments):
    """A container beside the Ray container, or an init container.

    Args:
        name: name of the container, a DNS label that is unique in the pod.
        image: its image.
        command: what is started instead of the image's entrypoint; not run by a shell.
        args: arguments of the command.
        cpu: CPUs, requested and limited; fractions are fine here.
        memory: memory with its unit, such as `256Mi`, requested and limited.
        limits: further resources by name; None leaves out a limit that `cpu` or `memory` would set.
        requests: requests that differ from the limits.
        claims: `resource_claims` of the pod that it uses, each with the request that is meant, or None for all of them.
        ports: ports by name.
    """

    name: str = field(kw_only=False)
    image: str
    command: Sequence[str] = ()
    args: Sequence[str] = ()
    cpu: Amount | None = field(default=None, metadata=SKIPPED)
    memory: str | None = field(default=None, metadata=SKIPPED)
    limits: Mapping[str, Amount | None] = field(default_factory=dict, metadata=SKIPPED)
    requests: Mapping[str, Amount] = field(default_factory=dict, metadata=SKIPPED)
    claims: Mapping[str, str | None] = field(default_factory=dict, metadata=SKIPPED)
    ports: Ports = field(default_factory=dict, metadata=spelled(write=ports_json))

    def wire(self) -> JsonObject:
        resources = resources_json(self._own_resources(), self.limits, self.requests, self.claims)
        return {**wire(self), **({"resources": resources} if resources else {})}

    def check(self, targets: Targets) -> Iterator[Problem]:
        if fault := dns_label_fault(self.name):
            yield Problem("name", fault)
        yield from image_problems("image", self.image)
        yield from resource_problems(self._own_resources(), self.limits, self.requests)
        yield from container_problems(self, self.ports, targets)

    def _own_resources(self) -> dict[str, Amount]:
        return {name: value for name, value in (("cpu", self.cpu), ("memory", self.memory)) if value is not None}
