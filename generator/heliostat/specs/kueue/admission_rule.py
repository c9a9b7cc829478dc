"""Which AdmissionChecks a ClusterQueue asks for, and on which flavors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Annotated

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.quota import Quotas
from heliostat.specs.reference import Named, OfKind, name_of

_MOST_CHECKS = 64
_MOST_FLAVORS = 64
_LONGEST_NAME = 316


@arguments
class AdmissionRule:
    """An AdmissionCheck that only some flavors ask for: `AdmissionRule(provisioning, on_flavors=[a100])`.

    Args:
        admission_check: the AdmissionCheck.
        on_flavors: flavors of the queue, at most 64; all of them when empty.
    """

    admission_check: Annotated[Named | str, OfKind("AdmissionCheck")] = field(kw_only=False)
    on_flavors: Sequence[Annotated[Named | str, OfKind("ResourceFlavor")]] = ()

    def wire(self) -> JsonObject:
        body: JsonObject = {"name": name_of(self.admission_check)}
        if self.on_flavors:
            body["onFlavors"] = [name_of(flavor) for flavor in self.on_flavors]
        return body


def admission_rules(given: Sequence[Named | str | AdmissionRule]) -> list[JsonObject]:
    """Write `admissionChecksStrategy.admissionChecks`."""
    return [_as_rule(item).wire() for item in given]


def admission_rule_problems(argument: str, given: Sequence[Named | str | AdmissionRule], quotas: Quotas) -> Iterator[Problem]:
    """Check what Kueue refuses of admission checks, given the queue's quotas."""
    if len(given) > _MOST_CHECKS:
        yield Problem(argument, f"must be at most {_MOST_CHECKS}, got {len(given)}")
    flavors = [name_of(flavor) for flavor in quotas]
    seen: set[str] = set()
    for index, rule in enumerate(map(_as_rule, given)):
        place, name = f"{argument}[{index}]", name_of(rule.admission_check)
        if not 1 <= len(name) <= _LONGEST_NAME:
            yield Problem(place, f"must be the name of an AdmissionCheck, of 1 to {_LONGEST_NAME} characters, got {name!r}")
        if name in seen:
            yield Problem(place, f'names the AdmissionCheck "{name}" a second time')
        seen.add(name)
        yield from _flavor_problems(f"{place}.on_flavors", [name_of(flavor) for flavor in rule.on_flavors], flavors)


def _flavor_problems(place: str, on_flavors: Sequence[str], flavors: Sequence[str]) -> Iterator[Problem]:
    if len(on_flavors) > _MOST_FLAVORS:
        yield Problem(place, f"must be at most {_MOST_FLAVORS}, got {len(on_flavors)}")
    for index, flavor in enumerate(on_flavors):
        if flavor not in flavors:
            yield Problem(f"{place}[{index}]", f"must be a flavor of this queue, {', '.join(flavors) or 'which has none'}, got {flavor!r}")
        if flavor in on_flavors[:index]:
            yield Problem(f"{place}[{index}]", f"names the flavor {flavor!r} a second time")


def _as_rule(given: Named | str | AdmissionRule) -> AdmissionRule:
    return given if isinstance(given, AdmissionRule) else AdmissionRule(given)
