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
    """The SELinux label."""

    level: str | None = None
    role: str | None = None
    type: str | None = None
    user: str | None = None


@arguments
class WindowsOptions:
    """The account on a Windows node."""

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
    """With what rights a container runs; `restricted()` makes the strictest one that Ray works with."""

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
    def restricted() -> SecurityContext:
        """Make what Pod Security's level "restricted" asks of a container, which Ray's own images run under."""
        return SecurityContext(
            allow_privilege_escalation=False,
            capabilities=Capabilities(drop=["ALL"]),
            run_as_non_root=True,
            seccomp_profile=SeccompProfile("RuntimeDefault"),
        )


@arguments
class PodSecurityContext:
    """With what rights all containers of a pod run, unless a container says otherwise.

    Args:
        fs_group: group that owns the pod's volumes.
        fs_group_change_policy: whether large volumes are re-owned at each start.
        supplemental_groups: further groups of the processes.
        sysctls: kernel parameters of the pod's namespace.
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
