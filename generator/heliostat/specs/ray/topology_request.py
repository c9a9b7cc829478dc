"""How near to each other Kueue places the pods of a group, on nodes whose flavor has a Topology."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

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
