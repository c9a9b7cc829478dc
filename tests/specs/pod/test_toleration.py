"""Tolerations, typed and in short form."""

from __future__ import annotations

import pytest

from heliostat.specs.arguments import Problem
from heliostat.specs.pod.toleration import Toleration, toleration_problems, tolerations_json
from tests.specs.answers import LABEL_KEY, LABEL_VALUE, told


def test_text_and_arguments_say_the_same() -> None:
    """A value is compared with, no value means any."""
    text = tolerations_json(["a=b:NoSchedule", "c:NoExecute", "d"])

    typed = tolerations_json(
        [Toleration("a", operator="Equal", value="b", effect="NoSchedule"), Toleration("c", effect="NoExecute"), Toleration("d")]
    )

    assert text == typed
    assert text == [
        {"key": "a", "operator": "Equal", "value": "b", "effect": "NoSchedule"},
        {"key": "c", "operator": "Exists", "effect": "NoExecute"},
        {"key": "d", "operator": "Exists"},
    ]


def test_a_toleration_without_a_key_is_for_every_taint() -> None:
    """It may still say how long."""
    toleration = Toleration(effect="NoExecute", toleration_seconds=60)

    assert told(toleration) == []
    assert tolerations_json([toleration]) == [{"operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 60}]


@pytest.mark.parametrize(
    ("toleration", "expected"),
    [
        (Toleration(operator="Equal"), 'operator: must be "Exists" for a toleration without a key'),
        (Toleration("a b"), f"key: {LABEL_KEY}'a b'"),
        (Toleration("a", operator="Equal", value="b c"), f"value: {LABEL_VALUE}'b c'"),
        (Toleration("a", value="b"), 'value: must be left out with the operator "Exists"'),
        (Toleration("a", toleration_seconds=1), 'toleration_seconds: needs the effect "NoExecute"'),
    ],
)
def test_what_kubernetes_refuses_is_refused(toleration: Toleration, expected: str) -> None:
    """The operator, the value and the seconds have their conditions."""
    assert told(toleration) == [expected]


def test_short_texts_that_cannot_be_read_are_named_by_their_index() -> None:
    """What is typed is checked by itself."""
    expected = [
        Problem("tolerations[1]", "'a b' is not of the form key=value:NoSchedule, key:NoSchedule or key"),
        Problem("tolerations[2]", f"{LABEL_KEY}'a/b/c'"),
        Problem("tolerations[3]", f"{LABEL_VALUE}'-'"),
    ]

    assert list(toleration_problems("tolerations", [Toleration("a"), "a b", "a/b/c", "a=-"])) == expected
