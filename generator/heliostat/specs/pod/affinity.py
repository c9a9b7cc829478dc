"""Which nodes a pod is drawn to, and which pods it keeps near or away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Literal

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.wire import json_of, spelled

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


@arguments
class NodeRequirement:
    """One condition on a node's label: `NodeRequirement("topology.kubernetes.io/zone", "In", ["eu-west-1a"])`.

    Args:
        key: the label, or the node field in `match_fields`.
        operator: `Gt` and `Lt` compare whole numbers with one value; `Exists` and `DoesNotExist` take none.
        values: what to compare with.
    """

    key: str = field(kw_only=False)
    operator: Literal["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"] = field(kw_only=False)
    values: Sequence[str] = field(default=(), kw_only=False)

    def check(self, targets: Targets) -> Iterator[Problem]:
        if (self.operator in ("Exists", "DoesNotExist")) == bool(self.values):
            yield Problem("values", f"must be {'given' if not self.values else 'left out'} with the operator {self.operator}")


@arguments
class NodeSelectorTerm:
    """Conditions that a node must meet together.

    Args:
        match_expressions: conditions on labels.
        match_fields: conditions on fields of the node; Kubernetes knows `metadata.name`.
    """

    match_expressions: Sequence[NodeRequirement] = field(default=(), kw_only=False)
    match_fields: Sequence[NodeRequirement] = ()


@arguments
class PreferredNodes:
    """Nodes that are better than others.

    Args:
        preference: the nodes meant.
        weight: 1 to 100; the scheduler adds up the weights of what a node meets.
    """

    preference: NodeSelectorTerm = field(kw_only=False)
    weight: int = 1

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from _weight_problems(self.weight)


@arguments
class NodeAffinity:
    """Which nodes a pod may run on, beyond `node_selector`.

    Args:
        required: a node must meet one of these terms.
        preferred: nodes to take first.
    """

    required: Sequence[NodeSelectorTerm] = field(
        default=(), metadata=spelled(_REQUIRED, write=lambda terms: {"nodeSelectorTerms": json_of(terms)})
    )
    preferred: Sequence[PreferredNodes] = field(default=(), metadata=spelled(_PREFERRED))


@arguments
class PodAffinityTerm:
    """Pods to be near to, or away from, and how near.

    Args:
        topology_key: label of the nodes that counts as one place, such as `kubernetes.io/hostname`.
        label_selector: the pods meant; none when absent.
        namespaces: namespaces to look in; the pod's own when both this and `namespace_selector` are absent.
        namespace_selector: the same by label.
        match_label_keys: labels whose value the pods must share with this one.
        mismatch_label_keys: labels whose value the pods must not share.
    """

    topology_key: str = field(kw_only=False)
    label_selector: LabelSelector | None = None
    namespaces: Sequence[str] = ()
    namespace_selector: LabelSelector | None = None
    match_label_keys: Sequence[str] = ()
    mismatch_label_keys: Sequence[str] = ()


@arguments
class PreferredPods:
    """Places that are better than others because of the pods there.

    Args:
        pod_affinity_term: the pods meant.
        weight: 1 to 100.
    """

    pod_affinity_term: PodAffinityTerm = field(kw_only=False)
    weight: int = 1

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from _weight_problems(self.weight)


@arguments
class PodAffinity:
    """Pods that a pod must or should share a place with; as `pod_anti_affinity`, keep away from.

    Args:
        required: all of these must hold.
        preferred: these are better.
    """

    required: Sequence[PodAffinityTerm] = field(default=(), metadata=spelled(_REQUIRED))
    preferred: Sequence[PreferredPods] = field(default=(), metadata=spelled(_PREFERRED))


@arguments
class Affinity:
    """Where a pod may and should run.

    Args:
        node_affinity: by the labels of nodes.
        pod_affinity: near other pods.
        pod_anti_affinity: away from other pods.
    """

    node_affinity: NodeAffinity | None = None
    pod_affinity: PodAffinity | None = None
    pod_anti_affinity: PodAffinity | None = None


@arguments
class TopologySpread:
    """How evenly pods spread over places.

    Args:
        topology_key: label of the nodes that counts as one place.
        max_skew: how many pods one place may have more than another, at least 1.
        when_unsatisfiable: wait, or run anyway.
        label_selector: the pods that are counted.
        min_domains: places that must exist, with `DoNotSchedule`.
        match_label_keys: labels whose value the counted pods share with this one.
        node_affinity_policy: whether nodes that the pod may not run on are left out of the count; `Honor` by default.
        node_taints_policy: the same for taints; `Ignore` by default.
    """

    topology_key: str = field(kw_only=False)
    max_skew: int = 1
    when_unsatisfiable: Literal["DoNotSchedule", "ScheduleAnyway"] = "DoNotSchedule"
    label_selector: LabelSelector | None = None
    min_domains: int | None = None
    match_label_keys: Sequence[str] = ()
    node_affinity_policy: Literal["Honor", "Ignore"] | None = None
    node_taints_policy: Literal["Honor", "Ignore"] | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.max_skew < 1:
            yield Problem("max_skew", f"must be at least 1, got {self.max_skew}")
        if self.min_domains is not None and self.when_unsatisfiable != "DoNotSchedule":
            yield Problem("min_domains", 'needs when_unsatisfiable="DoNotSchedule"')


def _weight_problems(weight: int) -> Iterator[Problem]:
    if not 1 <= weight <= 100:
        yield Problem("weight", f"must be from 1 to 100, got {weight}")
