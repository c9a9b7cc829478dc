"""How near to each other Kueue places the pods of a group, on nodes whose flavor has a Topology."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from heliostat.manifests.name_syntax import label_key_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments

_PREFIX = "kueue.x-k8s.io/podset-"


@arguments
class TopologyRequest:
    """What the pods ask of Kueue's topology-aware scheduling; levels are named by their node label.

    Args:
        required: all pods in one domain of this level, or none is admitted.
        preferred: all pods in one domain of this level, or of a higher one, or spread.
        unconstrained: True spreads them wherever there is room.
        slice_required: as many pods as `slice_size` in one domain of this level.
        slice_size: pods of a slice.
        group_name: pods of the head and of one worker group with the same name are placed together.
    """

    required: str | None = field(default=None, kw_only=False)
    preferred: str | None = None
    unconstrained: bool = False
    slice_required: str | None = None
    slice_size: int | None = None
    group_name: str | None = None

    def annotations(self) -> dict[str, str]:
        """Write the request as Kueue reads it, as annotations of the pods (Kueue 0.19 apis/kueue/v1beta2/topology_types.go)."""
        asked = {
            "required-topology": self.required,
            "preferred-topology": self.preferred,
            "unconstrained-topology": "true" if self.unconstrained else None,
            "slice-required-topology": self.slice_required,
            "slice-size": None if self.slice_size is None else str(self.slice_size),
            "group-name": self.group_name,
        }
        return {_PREFIX + key: value for key, value in asked.items() if value is not None}

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Name what Kueue's webhooks refuse (Kueue 0.19 pkg/controller/jobframework/tas_validation.go)."""
        for argument in ("required", "preferred", "slice_required"):
            level = getattr(self, argument)
            if level is not None and (fault := label_key_fault(level)):
                yield Problem(argument, fault)
        if (self.required is not None) + (self.preferred is not None) + self.unconstrained > 1:
            yield Problem("", "must have only one of required, preferred and unconstrained")
        if (self.slice_required is None) != (self.slice_size is None):
            yield Problem("", "must have both slice_required and slice_size, or neither")
        if self.slice_size is not None and self.slice_size < 1:
            yield Problem("slice_size", f"must be at least 1, got {self.slice_size}")
        if self.group_name is not None:
            if self.group_name.isdecimal():
                yield Problem("group_name", f"must not be a number, got {self.group_name!r}")
            if self.required is None and self.preferred is None:
                yield Problem("group_name", "needs required or preferred")
            if self.slice_required is not None:
                yield Problem("group_name", "must be left out when slice_required is given")


@dataclass(frozen=True, slots=True)
class Asking:
    """Pods that ask for a place: the argument that they are, what they ask for, and how many they are."""

    argument: str
    request: TopologyRequest
    pods: int


def topology_problems(askings: Sequence[Asking]) -> Iterator[Problem]:
    """Name requests that do not go with the number of pods, or with each other."""
    groups: dict[str, list[Asking]] = {}
    for asking in askings:
        size = asking.request.slice_size
        if size is not None and size > asking.pods:
            yield Problem(f"{asking.argument}.topology.slice_size", f"must be at most {asking.pods}, the pods that there are, got {size}")
        if asking.request.group_name is not None:
            groups.setdefault(asking.request.group_name, []).append(asking)
    for name, members in groups.items():
        yield from (
            Problem(f"{member.argument}.topology.group_name", fault) for member in members if (fault := _group_fault(name, members))
        )


def _group_fault(name: str, members: Sequence[Asking]) -> str | None:
    if len(members) != 2:
        return f'must be that of exactly two, head or worker groups, "{name}" is that of {len(members)}'
    if all(member.pods != 1 for member in members):
        return f'must be that of a single pod and others, "{name}" is that of {members[0].pods} and {members[1].pods}'
    if len({(member.request.required, member.request.preferred) for member in members}) > 1:
        return f'must stand with the same level, required or preferred, in both of "{name}"'
    return None
