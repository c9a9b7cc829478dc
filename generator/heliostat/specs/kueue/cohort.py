"""Cohort: queues, and cohorts of queues, that lend each other what is idle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_subdomain_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.fair_sharing import fair_sharing, weight_problems
from heliostat.specs.kueue.kueue_object import ClusterScopedSpec, kueue_object
from heliostat.specs.kueue.quota import QuotaRules, Quotas, quota_problems, resource_groups
from heliostat.specs.object_spec import Part
from heliostat.specs.reference import Named, OfKind, name_of


@arguments
class CohortSpec(ClusterScopedSpec):
    """Arguments of a Cohort; queues join it by their own argument `cohort`.

    Args:
        parent: Cohort to borrow from and lend to in turn; None for a root.
        quotas: what the cohort has on top of its members' quotas, for all of them to borrow; as in ClusterQueue, but here `lend`
            may be more than nominal, as it also counts what the members bring.
        fair_sharing_weight: share of what is borrowed, against the other members of the parent; 1 unless given.
    """

    parent: Annotated[Named | str, OfKind("Cohort")] | None = None
    quotas: Quotas = field(default_factory=dict)
    fair_sharing_weight: Amount | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what the CRD and pkg/webhooks/cohort_webhook.go of Kueue 0.19 refuse."""
        yield from super().check(targets)
        if self.parent is not None and (fault := dns_subdomain_fault(name_of(self.parent))):
            yield Problem("parent", fault)
        yield from quota_problems(self.quotas, QuotaRules("parent", has_parent=self.parent is not None, lends_own_only=False))
        yield from weight_problems("fair_sharing_weight", self.fair_sharing_weight)

    def check_name(self, name: str) -> Iterator[Problem]:
        """Refuse a Cohort that is its own parent: Kueue accepts it, and then never comes to rest."""
        if self.parent is not None and name_of(self.parent) == name:
            yield Problem("parent", f"must be another Cohort, got {name!r} itself")

    def parts(self, name: str, targets: Targets) -> list[Part]:
        spec: JsonObject = {} if self.parent is None else {"parentName": name_of(self.parent)}
        if groups := resource_groups(self.quotas, has_parent=self.parent is not None):
            spec["resourceGroups"] = [*groups]
        spec |= fair_sharing(self.fair_sharing_weight)
        return kueue_object(self, "Cohort", name, {"spec": spec})
