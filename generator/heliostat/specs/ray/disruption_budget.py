"""How many pods of a Ray cluster may be evicted when nodes are drained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from heliostat.specs.arguments import arguments


@arguments
class DisruptionBudget:
    """PodDisruptionBudgets of the head and of worker groups.

    Kubernetes counts pods that an operator owns only by `minAvailable` as a whole number, since their owner has no scale subresource
    (kubernetes 1.35, pkg/controller/disruption/disruption.go, getExpectedPodCount).

    Args:
        head: True keeps the head from being evicted at all.
        groups: workers of a group that must stay, by group name.
        unhealthy_pod_eviction_policy: whether pods that are not ready may always be evicted.
    """

    head: bool = True
    groups: Mapping[str, int] = field(default_factory=dict)
    unhealthy_pod_eviction_policy: Literal["AlwaysAllow", "IfHealthyBudget"] = "AlwaysAllow"
