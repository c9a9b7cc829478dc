"""With what rights a pod and its containers run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.wire import spelled


@arguments
class SeccompProfile:
    """Which system calls are allowed.

    Args:
        type: the runtime's own profile, none, or a file on the node.
        localhost_profile: that file, with `Localhost`.
    """

    type: Literal["RuntimeDefault", "Unconfined", "Localhost"] = field(default="RuntimeDefault", kw_only=False)
    localhost_profile: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from _localhost_problems(self.type, self.localhost_profile)


@arguments
class AppArmorProfile:
    """The AppArmor profile of a container.

    Args:
        type: the runtime's own profile, none, or one loaded on the node.
        localhost_profile: that one, with `Localhost`.
    """

    type: Literal["RuntimeDefault", "Unconfined", "Localhost"] = field(default="RuntimeDefault", kw_only=False)
    localhost_profile: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from _localhost_problems(self.type, self.localhost_profile)


@arguments
class SELinuxOptions:
    """The SELinux label of processes; what is left out is the container runtime's choice.

    Args:
        level: sensitivity and categories, such as `s0:c123,c456`.
        role: role of the label.
        type: type of the label, which SELinux's rules are about.
        user: user of the label, none of Linux's own.
    """

    level: str | None = None
    role: str | None = None
    type: str | None = None
    user: str | None = None


@arguments
class WindowsOptions:
    """The account on a Windows node.

    Args:
        gmsa_credential_spec: the credential spec of a group-managed service account, in whole; the webhook of Windows GMSA fills it
            in from the name.
        gmsa_credential_spec_name: name of that credential spec.
        host_process: whether containers run as processes of the node; all of a pod's or none, and with the node's network.
        run_as_user_name: user of the processes; the image's own by default.
    """

    gmsa_credential_spec: str | None = None
    gmsa_credential_spec_name: str | None = None
    host_process: bool | None = None
    run_as_user_name: str | None = None


@arguments
class Capabilities:
    """Linux capabilities, without the prefix CAP_.

    Args:
        add: given beyond the runtime's own.
        drop: taken away; `ALL` for every one.
    """

    add: Sequence[str] = ()
    drop: Sequence[str] = ()


@arguments
class SecurityContext:
    """With what rights a container runs; `restricted()` makes the strictest one that Ray works with.

    What is given here goes before the same field of the pod.

    Args:
        allow_privilege_escalation: whether a process may get more rights than its parent has; always so when privileged.
        app_armor_profile: AppArmor profile.
        capabilities: Linux capabilities beside the container runtime's own.
        privileged: whether processes have the rights of root on the node; false by default.
        proc_mount: how /proc is mounted; `Default` hides and write-protects what the container runtime does, `Unmasked` nothing.
        read_only_root_filesystem: whether only volumes can be written; false by default. Ray writes to /tmp.
        run_as_group: group id of the processes; the container runtime's choice by default.
        run_as_non_root: whether the kubelet refuses to start a container whose user is root.
        run_as_user: user id of the processes; the image's own by default.
        se_linux_options: SELinux label.
        seccomp_profile: which system calls are allowed.
        windows_options: account on a Windows node, where most of the other fields mean nothing.
    """

    allow_privilege_escalation: bool | None = None
    app_armor_profile: AppArmorProfile | None = None
    capabilities: Capabilities | None = None
    privileged: bool | None = None
    proc_mount: Literal["Default", "Unmasked"] | None = None
    read_only_root_filesystem: bool | None = None
    run_as_group: int | None = None
    run_as_non_root: bool | None = None
    run_as_user: int | None = None
    se_linux_options: SELinuxOptions | None = None
    seccomp_profile: SeccompProfile | None = None
    windows_options: WindowsOptions | None = None

    @staticmethod
    def restricted(*, read_only_root_filesystem: bool | None = None) -> SecurityContext:
        """Make what Pod Security's level "restricted" asks of a container, which Ray's own images run under."""
        return SecurityContext(
            allow_privilege_escalation=False,
            capabilities=Capabilities(drop=["ALL"]),
            read_only_root_filesystem=read_only_root_filesystem,
            run_as_non_root=True,
            seccomp_profile=SeccompProfile("RuntimeDefault"),
        )


@arguments
class PodSecurityContext:
    """With what rights all containers of a pod run, unless a container says otherwise.

    Args:
        app_armor_profile: AppArmor profile.
        fs_group: group id that owns the pod's volumes, where their kind allows for it, and that the processes belong to as well.
        fs_group_change_policy: when a volume is re-owned; `OnRootMismatch` leaves it out where the top folder is right already, which
            makes large volumes start faster, `Always`, the default, never does.
        run_as_group: group id of the processes; the container runtime's choice by default.
        run_as_non_root: whether the kubelet refuses to start a container whose user is root.
        run_as_user: user id of the processes; the image's own by default.
        se_linux_change_policy: how volumes get the SELinux label; `MountOption` at mounting, where the volume can, `Recursive` file by
            file.
        se_linux_options: SELinux label.
        seccomp_profile: which system calls are allowed.
        supplemental_groups: further group ids of the processes.
        supplemental_groups_policy: whether groups of the user in the image's /etc/group count too; `Merge`, the default, says yes,
            `Strict` no.
        sysctls: kernel parameters of the pod's namespaces, by name.
        windows_options: account on a Windows node.
    """

    app_armor_profile: AppArmorProfile | None = None
    fs_group: int | None = None
    fs_group_change_policy: Literal["OnRootMismatch", "Always"] | None = None
    run_as_group: int | None = None
    run_as_non_root: bool | None = None
    run_as_user: int | None = None
    se_linux_change_policy: Literal["MountOption", "Recursive"] | None = None
    se_linux_options: SELinuxOptions | None = None
    seccomp_profile: SeccompProfile | None = None
    supplemental_groups: Sequence[int] = ()
    supplemental_groups_policy: Literal["Merge", "Strict"] | None = None
    sysctls: Mapping[str, str] = field(
        default_factory=dict, metadata=spelled(write=lambda given: [{"name": name, "value": value} for name, value in given.items()])
    )
    windows_options: WindowsOptions | None = None

    @staticmethod
    def restricted() -> PodSecurityContext:
        """Make what Pod Security's level "restricted" asks of a pod."""
        return PodSecurityContext(run_as_non_root=True, seccomp_profile=SeccompProfile("RuntimeDefault"))


def _localhost_problems(kind: str, profile: str | None) -> Iterator[Problem]:
    if (kind == "Localhost") != (profile is not None):
        yield Problem("localhost_profile", 'must be given with the type "Localhost" and only then')
