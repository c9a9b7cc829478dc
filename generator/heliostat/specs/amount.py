"""Amounts of CPU, memory and devices as authors give them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from heliostat.manifests.quantity import Quantity, canonical_quantity

Amount: TypeAlias = int | float | str
"""A quantity: a number, or text such as `500m` (half a CPU) or `16Gi`."""

Amounts: TypeAlias = Mapping[str, Amount]
"""Resource to amount."""


def amount_fault(given: Amount) -> str | None:
    """Say what is wrong with an amount that must not be negative, None when nothing is."""
    try:
        text = canonical_quantity(given)
    except ValueError as error:
        return f"must be a quantity: {error}"
    return f"must not be negative, got {given!r}" if text.startswith("-") else None


@cache
def amount(given: Amount) -> Fraction:
    """Read an amount, in CPUs, bytes or devices.

    Raises:
        ValueError: it is not a quantity.
    """
    return Quantity.parse(canonical_quantity(given)).amount
