"""Who is preempted, who goes first, and how long finished Workloads stay: Kueue's settings for fairness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.kueue.durations import duration_problems
from heliostat.specs.resource_name import counted_resource_fault

PreemptionStrategy = Literal["LessThanOrEqualToFinalShare", "LessThanInitialShare"]

_STRATEGIES = (["LessThanOrEqualToFinalShare"], ["LessThanInitialShare"], ["LessThanOrEqualToFinalShare", "LessThanInitialShare"])


@arguments
class FairSharing:
    """Share what is borrowed by weights, and preempt those who have more than their share.

    Args:
        preemption_strategies: what a preemption has to improve, tried in this order; `LessThanOrEqualToFinalShare` favours small
            Workloads, `LessThanInitialShare` those of the lowest priority and newest start.
    """

    preemption_strategies: Sequence[PreemptionStrategy] = field(
        default=("LessThanOrEqualToFinalShare", "LessThanInitialShare"), kw_only=False
    )

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what validateFairSharing of pkg/config/validation.go in Kueue 0.19 refuses."""
        if [*self.preemption_strategies] not in _STRATEGIES:
            either = ", ".join(str(each) for each in _STRATEGIES[:-1])
            yield Problem("preemption_strategies", f"must be {either} or {_STRATEGIES[-1]}, got {[*self.preemption_strategies]}")


@arguments
class AdmissionFairSharing:
    """Let those LocalQueues go first whose jobs have used least, where a ClusterQueue's admission scope asks for it.

    Args:
        usage_half_life_time: time after which past usage counts half, such as `168h`; `0s` forgets it at once.
        usage_sampling_interval: time between two looks at usage.
        resource_weights: how much a resource counts; 1 for each that is not named, 0 leaves it out.
    """

    usage_half_life_time: str
    usage_sampling_interval: str = "5m"
    resource_weights: Mapping[str, float] = field(default_factory=dict)

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from duration_problems({"usage_half_life_time": self.usage_half_life_time})
        yield from duration_problems({"usage_sampling_interval": self.usage_sampling_interval}, positive=True)
        for name, weight in self.resource_weights.items():
            if fault := counted_resource_fault(name):
                yield Problem(f'resource_weights["{name}"]', fault)
            if weight < 0:
                yield Problem(f'resource_weights["{name}"]', f"must not be negative, got {weight}")


@arguments
class WorkloadRetention:
    """When Kueue deletes Workloads; they stay for good unless it is told.

    Args:
        after_finished: time that a finished one stays; `0s` deletes it at once.
        after_deactivated_by_kueue: time that one stays which Kueue has given up. Its job goes with it.
    """

    after_finished: str | None = None
    after_deactivated_by_kueue: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from duration_problems({"after_finished": self.after_finished, "after_deactivated_by_kueue": self.after_deactivated_by_kueue})
