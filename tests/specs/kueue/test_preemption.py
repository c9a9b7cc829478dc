"""Preemption and fungibility: what is written, what is refused."""

from __future__ import annotations

from heliostat.specs.kueue.preemption import BorrowWithinCohort, FlavorFungibility, Preemption
from tests.specs.answers import told


def test_nobody_is_evicted_by_default() -> None:
    """All three policies are written, as Kueue stores them."""
    assert Preemption().wire() == {
        "withinClusterQueue": "Never",
        "reclaimWithinCohort": "Never",
        "borrowWithinCohort": {"policy": "Never"},
    }


def test_every_policy_is_written() -> None:
    """Borrowing with eviction names its victims' highest priority."""
    preemption = Preemption(
        within_cluster_queue="LowerOrNewerEqualPriority",
        reclaim_within_cohort="Any",
        borrow_within_cohort=BorrowWithinCohort(max_priority_threshold=-5),
    )

    assert told(preemption) == []
    assert preemption.wire() == {
        "withinClusterQueue": "LowerOrNewerEqualPriority",
        "reclaimWithinCohort": "Any",
        "borrowWithinCohort": {"policy": "LowerPriority", "maxPriorityThreshold": -5},
    }


def test_borrowing_with_eviction_needs_reclaiming() -> None:
    """Kueue refuses a queue that may evict while it borrows and may not take back its own."""
    assert told(Preemption(borrow_within_cohort=BorrowWithinCohort())) == [
        'borrow_within_cohort: needs reclaim_within_cohort "LowerPriority" or "Any", which is "Never"'
    ]
    assert told(Preemption(borrow_within_cohort=BorrowWithinCohort(policy="Never"))) == []


def test_a_priority_has_32_bits() -> None:
    """The API takes no larger number."""
    assert told(Preemption(reclaim_within_cohort="Any", borrow_within_cohort=BorrowWithinCohort(max_priority_threshold=2**31))) == [
        "borrow_within_cohort.max_priority_threshold: must be a whole number of 32 bits, from -2147483648 to 2147483647, got 2147483648"
    ]


def test_a_policy_that_kueue_does_not_have_is_told_with_those_it_has() -> None:
    """The message lists the policies."""
    assert told(Preemption(within_cluster_queue="Any")) == [
        "within_cluster_queue: must be 'Never' or 'LowerPriority' or 'LowerOrNewerEqualPriority', got 'Any'"
    ]


def test_a_preference_needs_both_searches_to_go_on() -> None:
    """Otherwise the search stops before there is anything to prefer."""
    preference = "PreemptionOverBorrowing"

    assert told(FlavorFungibility(preference=preference)) == [
        'preference: needs "TryNextFlavor" for both when_can_borrow and when_can_preempt, which are "MayStopSearch" and "TryNextFlavor"'
    ]
    assert told(FlavorFungibility(when_can_borrow="TryNextFlavor", preference=preference)) == []
