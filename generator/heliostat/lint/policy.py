"""What a policy is written with.

A policy is a folder `policies/<id>/` with a `policy.py`, which holds one function:

    from collections.abc import Iterator

    from heliostat.lint.policy import Problem, policy
    from heliostat.lint.pods import RAY_KINDS
    from heliostat.lint.resource import Resource
    from heliostat.lint.world import World


    @policy(severity="error", kinds=RAY_KINDS)
    def check(resource: Resource, world: World) -> Iterator[Problem]:
        for pod in resource.pod_templates:
            if pod.spec.get("hostNetwork"):
                yield Problem("shares the network of its node", (*pod.spec_path, "hostNetwork"))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Literal, TypeAlias, TypeVar

from heliostat.manifests.json_value import JsonValue, Path

Severity: TypeAlias = Literal["error", "warning"]
Check: TypeAlias = Callable[..., Iterable["Problem"]]
"""Takes a Resource and the World, and the policy's options by name."""

Function = TypeVar("Function", bound=Check)

_MARK = "__heliostat_policy__"


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of an object: a value put at a path, whose mappings are made where they are missing, or taken away.

    An index one past the end of a list appends to it.
    """

    path: Path
    value: JsonValue = None
    """None takes away what stands there."""


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that make an object right without changing what its author meant, and what they do, in a few words."""

    told: str
    edits: Sequence[Edit]


@dataclass(frozen=True, slots=True)
class Problem:
    """What a policy complains of: in words that follow the object's name, at a path in it, which may be one that is missing."""

    message: str
    path: Path = ()
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What the machine needs to know of a policy before it reads an object.

    Args:
        severity: error where the cluster would refuse, fail, hang, leak, lose or expose something, or fight another owner.
        kinds: kinds that it looks at, such as `RayJob.ray.io` or `Namespace`; none for all.
        since: versions from which on it holds, by product: {"kuberay": "1.6"}.
        until: first versions for which it holds no more.
        enabled: False for what speaks of something absent, which somebody has to switch on.
        options: what a project may choose between in its configuration, the default first: {"mode": ("strict", "memory-and-gpu")}.
    """

    severity: Severity
    kinds: Sequence[str] = ()
    since: Mapping[str, str] = field(default_factory=dict)
    until: Mapping[str, str] = field(default_factory=dict)
    enabled: bool = True
    options: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy, ready to run."""

    id: str
    terms: Terms
    check: Check
    folder: FilePath


def policy(
    *,
    severity: Severity,
    kinds: Sequence[str] = (),
    since: Mapping[str, str] | None = None,
    until: Mapping[str, str] | None = None,
    enabled: bool = True,
    options: Mapping[str, Sequence[str]] | None = None,
) -> Callable[[Function], Function]:
    """Mark the function of a policy; see Terms for the arguments."""
    terms = Terms(severity, tuple(kinds), dict(since or {}), dict(until or {}), enabled, dict(options or {}))

    def mark(function: Function) -> Function:
        setattr(function, _MARK, terms)
        return function

    return mark


def terms_of(function: object) -> Terms | None:
    """Read what `policy` marked a function with; None for any other value."""
    terms = getattr(function, _MARK, None)
    return terms if isinstance(terms, Terms) else None
