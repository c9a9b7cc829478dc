"""Quotas per flavor and resource, and the resource groups that Kueue wants them in.

In Kueue every flavor of a resource group lists the same resources in the same order, and a resource stands in one group only. So
the groups follow from the quotas: flavors that share a resource are in one group.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_subdomain_fault, label_key_fault
from heliostat.manifests.quantity import canonical_quantity
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount, amount, amount_fault
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.reference import Named, OfKind, name_of
from heliostat.specs.resource_name import counted_resource_fault, is_extended


@arguments
class Quota:
    """How much of one resource on one flavor; a plain number or text says the same as `Quota(nominal)`.

    Args:
        nominal: what is the queue's own; 0 where it can only borrow.
        borrow: most that it may take beyond nominal from its cohort; None for no limit.
        lend: most that the cohort may take of nominal while it is idle; None for all of it.
    """

    nominal: Amount = field(kw_only=False)
    borrow: Amount | None = None
    lend: Amount | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        for argument in ("nominal", "borrow", "lend"):
            given = getattr(self, argument)
            if given is not None and (fault := amount_fault(given)):
                yield Problem(argument, fault)


FlavorQuotas: TypeAlias = Mapping[str, Quota | Amount]
"""Resource to quota, on one flavor."""

Quotas: TypeAlias = Mapping[Annotated[Named | str, OfKind("ResourceFlavor")], FlavorQuotas]
"""Flavor to resource to quota, flavors in the order in which Kueue tries them."""


@dataclass(frozen=True, slots=True)
class QuotaRules:
    """What holds in one place where quotas are given."""

    parent: str
    """The argument that names whom to borrow from: `cohort` or `parent`."""
    has_parent: bool
    lends_own_only: bool
    """Whether `lend` may not be more than nominal; a Cohort may lend what its members bring."""


def grouped_flavors(quotas: Quotas) -> list[list[Named | str]]:
    """Bring together the flavors that share a resource; flavors and groups keep the order in which they are given."""
    groups: list[tuple[set[str], set[Named | str]]] = []
    for flavor, amounts in quotas.items():
        resources, members = set(amounts), {flavor}
        apart = []
        for group in groups:
            if group[0] & resources:
                resources, members = resources | group[0], members | group[1]
            else:
                apart.append(group)
        groups = [*apart, (resources, members)]
    order = {flavor: index for index, flavor in enumerate(quotas)}
    return sorted((sorted(members, key=order.__getitem__) for _, members in groups), key=lambda members: order[members[0]])


def resource_groups(quotas: Quotas, *, has_parent: bool) -> list[JsonObject]:
    """Write `resourceGroups`.

    A resource that other flavors of the group have and this one has not is written with nominal 0, and with borrowing limit 0
    where there is somebody to borrow from: what is not given cannot be used.
    """
    groups: list[JsonObject] = []
    for flavors in grouped_flavors(quotas):
        covered = _covered(quotas, flavors)
        nothing = Quota(0, borrow=0 if has_parent else None)
        groups.append(
            {
                "coveredResources": [*covered],
                "flavors": [
                    {
                        "name": name_of(flavor),
                        "resources": [_cell(resource, quotas[flavor].get(resource, nothing)) for resource in covered],
                    }
                    for flavor in flavors
                ],
            }
        )
    return groups


def _covered(quotas: Quotas, flavors: list[Named | str]) -> list[str]:
    return list(dict.fromkeys(resource for flavor in flavors for resource in quotas[flavor]))


def _cell(resource: str, given: Quota | Amount) -> JsonObject:
    nominal, borrow, lend = (given.nominal, given.borrow, given.lend) if isinstance(given, Quota) else (given, None, None)
    cell: JsonObject = {"name": resource, "nominalQuota": canonical_quantity(nominal)}
    if borrow is not None:
        cell["borrowingLimit"] = canonical_quantity(borrow)
    if lend is not None:
        cell["lendingLimit"] = canonical_quantity(lend)
    return cell


def quota_problems(quotas: Quotas, rules: QuotaRules) -> Iterator[Problem]:
    """Check what the CRD and pkg/webhooks/clusterqueue_webhook.go of Kueue 0.19 refuse, as far as quotas can break it."""
    named: set[str] = set()
    for flavor, amounts in quotas.items():
        place, name = _place(flavor), name_of(flavor)
        if fault := dns_subdomain_fault(name):
            yield Problem(place, f"is not the name of a flavor: {fault}")
        if name in named:
            yield Problem(place, f'is the second entry for the flavor "{name}", all its resources belong in one')
        named.add(name)
        if not amounts:
            yield Problem(place, "must give a quota for at least one resource")
        for resource, given in amounts.items():
            if fault := label_key_fault(resource):
                yield Problem(_place(flavor, resource), f"is not the name of a resource: {fault}")
            elif fault := counted_resource_fault(resource):
                yield Problem(_place(flavor, resource), fault)
            yield from _cell_problems(_place(flavor, resource), given, rules)
    yield from _group_problems(quotas)


def _cell_problems(place: str, given: Quota | Amount, rules: QuotaRules) -> Iterator[Problem]:
    if not isinstance(given, Quota):
        if fault := amount_fault(given):
            yield Problem(place, fault)
        return
    if given.borrow is not None and not rules.has_parent:
        yield Problem(f"{place}.borrow", f"needs a {rules.parent} to borrow from, got {given.borrow!r}")
    if given.lend is not None and not rules.has_parent:
        yield Problem(f"{place}.lend", f"needs a {rules.parent} to lend to, got {given.lend!r}")
    if rules.lends_own_only and given.lend is not None and amount(given.lend) > amount(given.nominal):
        yield Problem(f"{place}.lend", f"must be at most nominal, which is {given.nominal!r}, got {given.lend!r}")


_MOST_GROUPS = 16
_MOST_IN_A_GROUP = 64
_MOST_CELLS = 512


def _group_problems(quotas: Quotas) -> Iterator[Problem]:
    groups = grouped_flavors(quotas)
    if len(groups) > _MOST_GROUPS:
        yield Problem("quotas", f"make {len(groups)} resource groups (flavors that share a resource), Kueue takes {_MOST_GROUPS}")
    for flavors in groups:
        covered = _covered(quotas, flavors)
        where = f'the resource group of the flavor "{name_of(flavors[0])}"'
        if len(flavors) > _MOST_IN_A_GROUP:
            yield Problem("quotas", f"put {len(flavors)} flavors in {where}, Kueue takes {_MOST_IN_A_GROUP}")
        if len(covered) > _MOST_IN_A_GROUP:
            yield Problem("quotas", f"put {len(covered)} resources in {where}, Kueue takes {_MOST_IN_A_GROUP}")
        if (cells := len(flavors) * len(covered)) > _MOST_CELLS:
            yield Problem("quotas", f"make {cells} pairs of flavor and resource in {where}, Kueue takes {_MOST_CELLS}")
        for flavor in flavors:
            for resource in covered:
                if resource not in quotas[flavor] and not is_extended(resource):
                    other = next(name_of(member) for member in flavors if resource in quotas[member])
                    yield Problem(
                        _place(flavor),
                        f'must give {resource} too, as the flavor "{other}" of the same resource group does; 0 where there is none',
                    )


def _place(flavor: Named | str, resource: str | None = None) -> str:
    place = f'quotas["{name_of(flavor)}"]'
    return place if resource is None else f'{place}["{resource}"]'
