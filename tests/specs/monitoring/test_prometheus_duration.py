"""Durations of Prometheus."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.specs.arguments import Problem
from heliostat.specs.monitoring.prometheus_duration import duration_problems, duration_seconds


@given(st.integers(0, 9), st.integers(0, 30), st.integers(0, 100), st.integers(0, 100))
def test_parts_add_up(weeks: int, days: int, hours: int, seconds: int) -> None:
    """Units from the largest down, each once; no time at all is no duration here."""
    text = "".join(f"{count}{unit}" for count, unit in zip((weeks, days, hours, seconds), "wdhs", strict=True))

    assert duration_seconds(text) == (((weeks * 7 + days) * 24 + hours) * 3600 + seconds or None)


@pytest.mark.parametrize("text", ["", "0s", "5", "m5", "1.5h", "30s1h", "5m5m", "-1h", "1h ", "\u0661h"])
def test_what_is_none(text: str) -> None:
    """Fractions, other orders and signs are Go's, not Prometheus'."""
    assert duration_seconds(text) is None
    assert list(duration_problems({"for_": text, "interval": "1m"})) == [
        Problem("for_", f"must be a duration such as 30s, 1h30m or 3d, got {text!r}")
    ]
