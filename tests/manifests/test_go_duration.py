"""Durations are read as Go reads them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from heliostat.manifests.go_duration import duration_seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0),
        ("90s", 90),
        ("1h30m", 5400),
        ("1.5h", 5400),
        ("1.s", 1),
        (".5m", 30),
        ("-2m", -120),
        ("+1s", 1),
        ("1ms", Fraction(1, 1000)),
        ("2µs3ns", Fraction(2003, 10**9)),
    ],
)
def test_durations(text: str, seconds: Fraction) -> None:
    """Numbers with units, one after another."""
    assert duration_seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "1", "h", "1h 30m", "1d", "1H", ".s", "1e3s", "1h-30m", "s1", "٣s", "2562048h", f"{'9' * 5000}h"])
def test_no_durations(text: str) -> None:
    """A number without a unit is none, nor a unit that Go does not know, nor more than 292 years, which Go cannot hold."""
    assert duration_seconds(text) is None
