"""What Kueue does with a job that was admitted and whose pods do not become ready."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.kueue.durations import duration_problems


@arguments
class RequeuingStrategy:
    """How a job that was evicted for its pods comes back.

    Args:
        timestamp: what it is sorted by in its queue.
        backoff_limit_count: times that it comes back before it is given up; without end unless given.
        backoff_base_seconds: wait before the first time, doubled for each further one; 60 by default.
        backoff_max_seconds: the longest wait; 3600 by default.
    """

    timestamp: Literal["Eviction", "Creation"] | None = None
    backoff_limit_count: int | None = None
    backoff_base_seconds: int | None = None
    backoff_max_seconds: int | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        for argument in ("backoff_limit_count", "backoff_base_seconds", "backoff_max_seconds"):
            count = getattr(self, argument)
            if count is not None and count < 0:
                yield Problem(argument, f"must not be negative, got {count}")


@arguments
class WaitForPodsReady:
    """Evict a job whose pods are not all ready in time. Kueue 0.19 does so after half an hour even where nothing is said.

    Args:
        timeout: time from admission until all pods are ready.
        recovery_timeout: time for a pod that was lost later to come back; `timeout` unless given, `0s` for ever.
        block_admission: True admits nothing else meanwhile.
        requeuing_strategy: how it comes back.
    """

    timeout: str = "30m"
    recovery_timeout: str | None = None
    block_admission: bool | None = None
    requeuing_strategy: RequeuingStrategy | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from duration_problems({"timeout": self.timeout}, positive=True)
        yield from duration_problems({"recovery_timeout": self.recovery_timeout})
