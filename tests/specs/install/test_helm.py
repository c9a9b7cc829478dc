"""What of a chart's values is written."""

from __future__ import annotations

from heliostat.specs.install.helm import changed_values


def test_only_values_that_differ_from_the_charts_are_written() -> None:
    """At any depth; lists are one value, since Helm replaces them whole."""
    defaults = {"same": 1, "deep": {"same": [1], "other": [1, 2]}, "list": [1]}

    assert changed_values({"same": 1, "deep": {"same": [1], "other": [2]}, "list": [1], "new": {"a": 1}}, defaults) == {
        "deep": {"other": [2]},
        "new": {"a": 1},
    }


def test_a_default_that_is_not_meant_is_taken_away() -> None:
    """By null, which Helm takes for no value."""
    assert changed_values({"deep": {}}, {"deep": {"a": 1}, "b": 2}) == {"deep": {"a": None}, "b": None}
