"""WorkloadPriorityClass: a priority among queued workloads that says nothing about their pods."""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.kueue_object import ClusterScopedSpec, kueue_object
from heliostat.specs.kueue.preemption import priority_fault
from heliostat.specs.object_spec import Part

_LONGEST_DESCRIPTION = 2048


@arguments
class WorkloadPriorityClassSpec(ClusterScopedSpec):
    """Arguments of a WorkloadPriorityClass.

    Args:
        value: priority, a whole number of 32 bits; higher goes first.
        description: when to use it, at most 2048 characters.
    """

    value: int
    description: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from super().check(targets)
        if fault := priority_fault(self.value):
            yield Problem("value", fault)
        if self.description is not None and (length := len(self.description)) > _LONGEST_DESCRIPTION:
            yield Problem("description", f"must be at most {_LONGEST_DESCRIPTION} characters, got {length}")

    def parts(self, name: str, targets: Targets) -> list[Part]:
        body: JsonObject = {"value": self.value}
        if self.description is not None:
            body["description"] = self.description
        return kueue_object(self, "WorkloadPriorityClass", name, body)
