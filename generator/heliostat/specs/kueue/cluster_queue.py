"""ClusterQueue: who gets how much of which flavors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Literal, Protocol, TypeAlias, runtime_checkable

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_subdomain_fault, label_key_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.admission_rule import AdmissionRule, admission_rule_problems, admission_rules
from heliostat.specs.kueue.concurrent_admission import ConcurrentAdmission, concurrent_admission_problems
from heliostat.specs.kueue.fair_sharing import fair_sharing, weight_problems
from heliostat.specs.kueue.kueue_object import ClusterScopedSpec, kueue_object
from heliostat.specs.kueue.preemption import FlavorFungibility, Preemption
from heliostat.specs.kueue.quota import QuotaRules, Quotas, quota_problems, resource_groups
from heliostat.specs.label_selector import LabelSelector, label_problems
from heliostat.specs.object_spec import Part
from heliostat.specs.reference import Named, OfKind, name_of
from heliostat.specs.wire import wire

StopPolicy: TypeAlias = Literal["None", "Hold", "HoldAndDrain"]

_MOST_FLAVORS = 256
_MOST_RESOURCES = 256


@runtime_checkable
class ClusterQueueReference(Named, Protocol):
    """A ClusterQueue: its name, and the labels that a namespace needs to use it."""

    @property
    def namespace_labels(self) -> Mapping[str, str]: ...


def namespace_labels_for(cluster_queue: str) -> dict[str, str]:
    """Name the label of the namespaces that a ClusterQueue accepts unless it says otherwise."""
    return {f"cluster-queue.heliostat.dev/{cluster_queue}": "true"}


@arguments
class ClusterQueueSpec(ClusterScopedSpec):
    """Arguments of a ClusterQueue.

    Args:
        quotas: flavor to resource to quota, flavors in the order in which they are tried, such as
            `{a100: {"cpu": 96, "memory": "1Ti", "nvidia.com/gpu": Quota(8, borrow=4)}}`. Flavors that share a resource make one
            resource group; an extended resource (`nvidia.com/gpu`) that only some of them name is 0 in the others.
        cohort: Cohort, or the name of one, to borrow from and lend to.
        namespace_selector: labels of the namespaces whose workloads are accepted; `{}` for every namespace. By default
            those that carry the label `cluster-queue.heliostat.dev/<name>: "true"`, as the namespace of a Team does for
            each of its queues; Kueue's own default accepts none.
        queueing_strategy: under `StrictFIFO` a workload that does not fit blocks the newer ones.
        preemption: whom its workloads may evict; nobody by default.
        flavor_fungibility: when to go on to the next flavor.
        admission_checks: AdmissionChecks that a workload must pass once it has quota, at most 64.
        fair_sharing_weight: share of what is borrowed, against the other queues of the cohort; 1 unless given.
        admission_scope: whether LocalQueues that used less lately come first.
        concurrent_admission_policy: admission on several flavors at a time; needs Kueue's gate ConcurrentAdmission and cannot be
            changed once applied.
        stop_policy: `Hold` admits nothing more, `HoldAndDrain` also evicts what runs.
    """

    quotas: Quotas
    cohort: Annotated[Named | str, OfKind("Cohort")] | None = None
    namespace_selector: LabelSelector | Mapping[str, str] | None = None
    queueing_strategy: Literal["BestEffortFIFO", "StrictFIFO"] = "BestEffortFIFO"
    preemption: Preemption = field(default_factory=Preemption)
    flavor_fungibility: FlavorFungibility = field(default_factory=FlavorFungibility)
    admission_checks: Sequence[Annotated[Named | str, OfKind("AdmissionCheck")] | AdmissionRule] = ()
    fair_sharing_weight: Amount | None = None
    admission_scope: Literal["UsageBasedAdmissionFairSharing", "NoAdmissionFairSharing"] | None = None
    concurrent_admission_policy: ConcurrentAdmission | None = None
    stop_policy: StopPolicy = "None"

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what the CRD and pkg/webhooks/clusterqueue_webhook.go of Kueue 0.19 refuse."""
        yield from super().check(targets)
        if isinstance(self.namespace_selector, Mapping):
            yield from label_problems("namespace_selector", self.namespace_selector)
        if self.cohort is not None and (fault := dns_subdomain_fault(name_of(self.cohort))):
            yield Problem("cohort", fault)
        yield from quota_problems(self.quotas, QuotaRules("cohort", has_parent=self.cohort is not None, lends_own_only=True))
        yield from self._total_problems()
        yield from weight_problems("fair_sharing_weight", self.fair_sharing_weight)
        yield from admission_rule_problems("admission_checks", self.admission_checks, self.quotas)
        if self.concurrent_admission_policy is not None:
            if self.queueing_strategy == "StrictFIFO":
                yield Problem("queueing_strategy", 'cannot be "StrictFIFO" with a concurrent_admission_policy')
            yield from concurrent_admission_problems(self.concurrent_admission_policy, self.quotas)

    def check_name(self, name: str) -> Iterator[Problem]:
        """Check that the default selector can be made of the name that the object gets, be it `name` or the construct's id."""
        if self.namespace_selector is None and any(map(label_key_fault, namespace_labels_for(name))):
            yield Problem("namespace_selector", "must be given, as the name of this queue is too long for a label of its own")

    def _total_problems(self) -> Iterator[Problem]:
        if len(self.quotas) > _MOST_FLAVORS:
            yield Problem("quotas", f"name {len(self.quotas)} flavors, Kueue takes {_MOST_FLAVORS}")
        resources = {resource for amounts in self.quotas.values() for resource in amounts}
        if len(resources) > _MOST_RESOURCES:
            yield Problem("quotas", f"name {len(resources)} resources, Kueue takes {_MOST_RESOURCES}")

    def selector(self, name: str) -> LabelSelector:
        """Make the selector of the namespaces that a queue of this name accepts."""
        if isinstance(self.namespace_selector, LabelSelector):
            return self.namespace_selector
        given = self.namespace_selector
        return LabelSelector(namespace_labels_for(name) if given is None else given)

    def parts(self, name: str, targets: Targets) -> list[Part]:
        spec: JsonObject = {} if self.cohort is None else {"cohortName": name_of(self.cohort)}
        spec["queueingStrategy"] = self.queueing_strategy
        spec["namespaceSelector"] = wire(self.selector(name))
        if groups := resource_groups(self.quotas, has_parent=self.cohort is not None):
            spec["resourceGroups"] = [*groups]
        spec["flavorFungibility"] = wire(self.flavor_fungibility)
        spec["preemption"] = self.preemption.wire()
        if self.admission_checks:
            spec["admissionChecksStrategy"] = {"admissionChecks": [*admission_rules(self.admission_checks)]}
        spec |= fair_sharing(self.fair_sharing_weight)
        if self.admission_scope is not None:
            spec["admissionScope"] = {"admissionMode": self.admission_scope}
        if self.concurrent_admission_policy is not None:
            spec["concurrentAdmissionPolicy"] = self.concurrent_admission_policy.wire()
        spec["stopPolicy"] = self.stop_policy
        return kueue_object(self, "ClusterQueue", name, {"spec": spec})
