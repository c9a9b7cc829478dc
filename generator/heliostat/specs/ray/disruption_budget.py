"""How many pods of a Ray cluster may be evicted when nodes are drained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Literal

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.object_spec import Part, metadata_of


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

    def check(self, targets: Targets) -> Iterator[Problem]:
        for name, workers in self.groups.items():
            if workers < 1:
                yield Problem(f'groups["{name}"]', f"must be at least 1, got {workers}")


def disruption_budgets(
    budget: DisruptionBudget, name: str, *, namespace: str | None, pod_labels: Mapping[str, str], labels: Mapping[str, str]
) -> list[Part]:
    """Make the PodDisruptionBudgets of one cluster, or of all clusters of a RayJob or RayService.

    Args:
        budget: the arguments.
        name: name of the object that the pods belong to; the budgets' names begin with it.
        namespace: namespace of the budgets.
        pod_labels: labels that tell the pods from others: `ray.io/cluster` of a RayCluster, else one that is put on every pod.
        labels: labels of the budgets.
    """
    chosen = [("head", {"ray.io/node-type": "head"}, 1)] if budget.head else []
    chosen += [(f"workers-{group}", {"ray.io/group": group}, workers) for group, workers in budget.groups.items()]
    return [
        Part(
            f"{which}-disruption-budget",
            {
                "apiVersion": "policy/v1",
                "kind": "PodDisruptionBudget",
                "metadata": metadata_of(f"{name}-{which}", namespace, labels=labels),
                "spec": {
                    "minAvailable": least,
                    "selector": {"matchLabels": {**pod_labels, **selected}},
                    "unhealthyPodEvictionPolicy": budget.unhealthy_pod_eviction_policy,
                },
            },
        )
        for which, selected, least in chosen
    ]
