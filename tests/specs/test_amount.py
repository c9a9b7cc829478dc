"""Amounts of CPU, memory and devices."""

from __future__ import annotations

from fractions import Fraction

import pytest

from heliostat.specs.amount import Amount, amount, amount_fault


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (0, None),
        ("500m", None),
        (-1, "must not be negative, got -1"),
        ("x", 'must be a quantity: \'x\' is not a quantity such as "4", "500m" or "16Gi"'),
    ],
)
def test_an_amount_is_a_quantity_that_is_not_negative(given: Amount, expected: str | None) -> None:
    """Numbers and text are both taken."""
    assert amount_fault(given) == expected


def test_amounts_are_read_exactly() -> None:
    """Half a CPU is half, and a Ki is 1024."""
    assert [amount("500m"), amount(2), amount("1Ki")] == [Fraction(1, 2), 2, 1024]
