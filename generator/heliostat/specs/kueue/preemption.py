"""Whom a ClusterQueue may evict, and when it goes on to the next flavor instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.wire import wire

Search = Literal["MayStopSearch", "TryNextFlavor"]


@arguments
class BorrowWithinCohort:
    """Whether a workload may evict others to run on borrowed quota; without effect under fair sharing.

    Args:
        policy: whether it may, and that its victims have a lower priority.
        max_priority_threshold: highest priority of a victim; None for none.
    """

    policy: Literal["Never", "LowerPriority"] = "LowerPriority"
    max_priority_threshold: int | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.max_priority_threshold is not None and (fault := priority_fault(self.max_priority_threshold)):
            yield Problem("max_priority_threshold", fault)


@arguments
class Preemption:
    """Whom a workload may evict to be admitted; by default nobody.

    Args:
        within_cluster_queue: workloads of its own queue: of lower priority, or also newer ones of the same priority.
        reclaim_within_cohort: workloads of other queues that run on quota which is this queue's own: of lower priority, or any.
        borrow_within_cohort: workloads of other queues while it borrows itself; needs `reclaim_within_cohort`.
    """

    within_cluster_queue: Literal["Never", "LowerPriority", "LowerOrNewerEqualPriority"] = "Never"
    reclaim_within_cohort: Literal["Never", "LowerPriority", "Any"] = "Never"
    borrow_within_cohort: BorrowWithinCohort | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        borrows = self.borrow_within_cohort is not None and self.borrow_within_cohort.policy != "Never"
        if borrows and self.reclaim_within_cohort == "Never":
            yield Problem("borrow_within_cohort", 'needs reclaim_within_cohort "LowerPriority" or "Any", which is "Never"')

    def wire(self) -> JsonObject:
        """Write all three policies: Kueue stores those that are not given, as "Never"."""
        return {**wire(self), "borrowWithinCohort": wire(self.borrow_within_cohort or BorrowWithinCohort(policy="Never"))}


@arguments
class FlavorFungibility:
    """When Kueue goes on to the next flavor although this one would do.

    Args:
        when_can_borrow: a flavor that fits with borrowing is taken, or the next one is tried first.
        when_can_preempt: a flavor that fits after eviction is taken, or the next one is tried first.
        preference: which of the two is the lesser evil once no flavor fits without; both must be `TryNextFlavor`. Kueue borrows
            rather than evicts when absent.
    """

    when_can_borrow: Search = "MayStopSearch"
    when_can_preempt: Search = "TryNextFlavor"
    preference: Literal["BorrowingOverPreemption", "PreemptionOverBorrowing"] | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.preference is not None and (self.when_can_borrow, self.when_can_preempt) != ("TryNextFlavor", "TryNextFlavor"):
            yield Problem(
                "preference",
                'needs "TryNextFlavor" for both when_can_borrow and when_can_preempt, '
                f'which are "{self.when_can_borrow}" and "{self.when_can_preempt}"',
            )


def priority_fault(value: int) -> str | None:
    """Say what is wrong with a priority, None when nothing is."""
    return None if -(2**31) <= value < 2**31 else f"must be a whole number of 32 bits, from -2147483648 to 2147483647, got {value}"
