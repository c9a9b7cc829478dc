"""The arguments of one container, and containers beside the main one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.specs.arguments import arguments
from heliostat.specs.pod.environment import EnvFrom, EnvValue
from heliostat.specs.pod.probe import Lifecycle, Probe
from heliostat.specs.pod.security_context import SecurityContext
from heliostat.specs.pod.volume import ClaimVolume, EphemeralVolume, Volumes

ImagePullPolicy = Literal["Always", "IfNotPresent", "Never"]


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
    host_ip: str | None = None


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

    env: Mapping[str, EnvValue] = field(default_factory=dict)
    env_from: Sequence[EnvFrom] = ()
    volumes: Volumes = field(default_factory=dict)
    volume_devices: Mapping[str, ClaimVolume | EphemeralVolume] = field(default_factory=dict)
    image_pull_policy: ImagePullPolicy | None = None
    working_dir: str | None = None
    security_context: SecurityContext | None = None
    liveness_probe: Probe | None = None
    readiness_probe: Probe | None = None
    startup_probe: Probe | None = None
    lifecycle: Lifecycle | None = None
    container_restart_policy: Literal["Always", "OnFailure", "Never"] | None = None
    restart_policy_rules: Sequence[RestartRule] = ()
    resize_policy: Mapping[str, Literal["NotRequired", "RestartContainer"]] = field(default_factory=dict)
    termination_message_path: str | None = None
    termination_message_policy: Literal["File", "FallbackToLogsOnError"] | None = None
    stdin: bool | None = None
    stdin_once: bool | None = None
    tty: bool | None = None


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
        ports: ports by name.
    """

    name: str = field(kw_only=False)
    image: str
    command: Sequence[str] = ()
    args: Sequence[str] = ()
    cpu: float | str | None = None
    memory: str | None = None
    limits: Mapping[str, float | str | None] = field(default_factory=dict)
    requests: Mapping[str, float | str] = field(default_factory=dict)
    ports: Mapping[str, int | Port] = field(default_factory=dict)
