"""Admission of one workload on several flavors at a time (Kueue's gate ConcurrentAdmission, alpha in 0.19)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated, Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.quota import Quotas, grouped_flavors
from heliostat.specs.reference import Named, OfKind, name_of

_MOST_FLAVORS = 16


@arguments
class ConcurrentAdmission:
    """What happens to a workload that runs on one flavor while it waits for a better one.

    Args:
        mode: move on to a preferred flavor that becomes free, or stay where it was admitted first.
        last_acceptable_flavor: with `TryPreferredFlavors`, the last flavor in the queue's order that it may move to.
    """

    mode: Literal["TryPreferredFlavors", "RetainFirstAdmission"] = field(kw_only=False)
    last_acceptable_flavor: Annotated[Named | str, OfKind("ResourceFlavor")] | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.last_acceptable_flavor is not None and self.mode != "TryPreferredFlavors":
            yield Problem("last_acceptable_flavor", f'needs the mode "TryPreferredFlavors", which is "{self.mode}"')

    def wire(self) -> JsonObject:
        migration: JsonObject = {"mode": self.mode}
        if self.last_acceptable_flavor is not None:
            migration["constraints"] = {"lastAcceptableFlavorName": name_of(self.last_acceptable_flavor)}
        return {"migration": migration}


def concurrent_admission_problems(policy: ConcurrentAdmission, quotas: Quotas) -> Iterator[Problem]:
    """Check what Kueue refuses of a queue with this policy while the gate is on (validateConcurrentAdmissionPolicy)."""
    if (groups := len(grouped_flavors(quotas))) != 1:
        yield Problem("quotas", f"must make one resource group with a concurrent_admission_policy, got {groups}")
    if len(quotas) > _MOST_FLAVORS:
        yield Problem("quotas", f"must name at most {_MOST_FLAVORS} flavors with a concurrent_admission_policy, got {len(quotas)}")
    last = policy.last_acceptable_flavor
    flavors = [name_of(flavor) for flavor in quotas]
    if last is not None and name_of(last) not in flavors:
        yield Problem(
            "concurrent_admission_policy.last_acceptable_flavor",
            f"must be a flavor of this queue, {', '.join(flavors) or 'which has none'}, got {name_of(last)!r}",
        )
