"""The weight of a queue or cohort when its neighbours compete with it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.quantity import canonical_quantity
from heliostat.specs.amount import Amount, amount, amount_fault
from heliostat.specs.arguments import Problem

_TOO_SMALL = Fraction(1, 10**9)


def fair_sharing(weight: Amount | None) -> JsonObject:
    """Write `fairSharing` as an entry of a spec; nothing where no weight is given, which counts as 1."""
    return {} if weight is None else {"fairSharing": {"weight": canonical_quantity(weight)}}


def weight_problems(argument: str, weight: Amount | None) -> Iterator[Problem]:
    """Check what validateFairSharing of Kueue 0.19 refuses (pkg/webhooks/common.go)."""
    if weight is None:
        return
    if fault := amount_fault(weight):
        yield Problem(argument, fault)
    elif 0 < amount(weight) <= _TOO_SMALL:
        yield Problem(argument, f"must be 0 or more than one billionth (1n), got {weight!r}")
