"""Selectors of labels."""

from __future__ import annotations

import pytest

from heliostat.specs.label_selector import LabelRequirement, LabelSelector, selects
from heliostat.specs.wire import wire
from tests.specs.answers import LABEL_KEY, LABEL_VALUE, told


def test_a_selector_is_written_as_kubernetes_has_it() -> None:
    """Equality and conditions stand beside each other."""
    selector = LabelSelector({"a": "b"}, match_expressions=[LabelRequirement("c", "In", ["d"]), LabelRequirement("e", "Exists")])

    expected = {
        "matchLabels": {"a": "b"},
        "matchExpressions": [{"key": "c", "operator": "In", "values": ["d"]}, {"key": "e", "operator": "Exists"}],
    }

    assert told(selector) == []
    assert wire(selector) == expected


def test_the_empty_selector_is_written_as_one_that_means_everything() -> None:
    """An absent selector would mean nothing."""
    assert wire(LabelSelector()) == {}


@pytest.mark.parametrize(
    ("requirement", "expected"),
    [
        (LabelRequirement("a", "In"), "values: must be given with the operator In"),
        (LabelRequirement("a", "Exists", ["b"]), "values: must be left out with the operator Exists"),
    ],
)
def test_values_go_with_operators_that_compare(requirement: LabelRequirement, expected: str) -> None:
    """`In` compares, `Exists` does not."""
    assert told(requirement) == [expected]


def test_keys_and_values_are_those_of_labels() -> None:
    """What no object can carry selects none, and is refused by the API server."""
    selector = LabelSelector({"a b": "-"}, match_expressions=[LabelRequirement("", "In", ["ok", "?"])])

    assert told(selector) == [
        f"match_expressions[0].key: {LABEL_KEY}''",
        f"match_expressions[0].values[1]: {LABEL_VALUE}'?'",
        f"match_labels[\"a b\"]: {LABEL_KEY}'a b'",
        f"match_labels[\"a b\"]: {LABEL_VALUE}'-'",
    ]


def test_a_selector_means_what_the_api_server_takes_it_for() -> None:
    """A label that is missing is not among values, and is none."""
    labels = {"tier": "prod"}

    assert selects(LabelSelector(), labels)
    assert selects(LabelSelector({"tier": "prod"}, match_expressions=[LabelRequirement("tier", "Exists")]), labels)
    assert selects(LabelSelector(match_expressions=[LabelRequirement("team", "NotIn", ["a"])]), labels)
    assert selects(LabelSelector(match_expressions=[LabelRequirement("team", "DoesNotExist")]), labels)
    assert not selects(LabelSelector({"team": "a"}), labels)
    assert not selects(LabelSelector(match_expressions=[LabelRequirement("tier", "In", ["test"])]), labels)
