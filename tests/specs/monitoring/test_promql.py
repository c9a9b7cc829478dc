"""The pieces of expressions."""

from __future__ import annotations

from heliostat.specs.monitoring.promql import by, one_of, rise, series


def test_series_are_selected_by_conditions_and_values() -> None:
    """Without any, a metric stands alone."""
    assert series("up") == "up"
    assert series("up", 'pod!=""', job="ray") == 'up{pod!="",job="ray"}'
    assert series("up", one_of("job", ["a.b/c", "d-e"])) == r"up{job=~`a\.b/c|d-e`}"


def test_a_rise_counts_what_is_new() -> None:
    """Summed by labels."""
    assert by("max", "a, b", "x") == "max by (a, b) (x)"
    assert rise("a", "x", "1h") == "sum by (a) (clamp_min(x - x offset 1h, 0) or x)"
