"""Rights of pods and containers."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields

import pytest

from heliostat.specs.pod.security_context import (
    AppArmorProfile,
    PodSecurityContext,
    SeccompProfile,
    SecurityContext,
    SELinuxOptions,
    WindowsOptions,
)
from heliostat.specs.wire import wire
from tests.specs.answers import told


def test_the_restricted_level_is_one_word() -> None:
    """A container is told what Pod Security asks of each container, a pod what it asks of the pod."""
    assert wire(SecurityContext.restricted()) == {
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "runAsNonRoot": True,
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    assert wire(PodSecurityContext.restricted()) == {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}}


def test_upstream_spelling_is_kept() -> None:
    """SELinux is not spelled as its words would be, and sysctls are a list."""
    context = PodSecurityContext(
        se_linux_options=SELinuxOptions(level="s0"),
        se_linux_change_policy="Recursive",
        sysctls={"net.core.somaxconn": "1024"},
        run_as_user=0,
    )

    assert wire(context) == {
        "seLinuxOptions": {"level": "s0"},
        "seLinuxChangePolicy": "Recursive",
        "sysctls": [{"name": "net.core.somaxconn", "value": "1024"}],
        "runAsUser": 0,
    }


@pytest.mark.parametrize(
    "profile",
    [
        SeccompProfile("Localhost"),
        SeccompProfile(localhost_profile="p"),
        AppArmorProfile("Localhost"),
        AppArmorProfile(localhost_profile="p"),
    ],
)
def test_a_local_profile_goes_with_its_type(profile: object) -> None:
    """One without the other is refused."""
    assert told(profile) == ['localhost_profile: must be given with the type "Localhost" and only then']


@pytest.mark.parametrize("arguments", [SecurityContext, PodSecurityContext, SELinuxOptions, WindowsOptions])
def test_help_describes_every_field(arguments: type[SecurityContext | PodSecurityContext | SELinuxOptions | WindowsOptions]) -> None:
    """The docstring has a line for each, in the order in which they are given."""
    described = re.findall(r"^ {4}(\w+): ", str(inspect.getdoc(arguments)), re.MULTILINE)

    assert described == [field.name for field in fields(arguments)]
