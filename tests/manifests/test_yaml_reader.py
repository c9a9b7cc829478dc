"""Files of out/ that somebody may have edited are read as JSON values, or refused with their line."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.yaml_reader import read_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("a: {b: [1, 2.5, true, null, x]}", {"a": {"b": [1, 2.5, True, None, "x"]}}),
        ("day: 2026-01-31", {"day": "2026-01-31"}),
        ("match: =", {"match": "="}),
    ],
)
def test_read(text: str, value: JsonValue) -> None:
    """Values come as JSON has them; what only YAML would call a date or a default value is text."""
    assert read_yaml(text) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [1\nb: 2", "line 2: "),
        ("a: 1\n---\nb: 2", "line 2: but found another document"),
        ("a: &x [1]\nb: *x", r"has the alias \*x, expected the value itself"),
        ("1: a", "has the key 1, expected text"),
        ("a: .nan", "holds nan, expected a finite number"),
        ("a: !!binary aGk=", "holds a value of type bytes, which JSON does not have"),
        ("a: !other 1", "line 1: could not determine a constructor"),
        ("a: \x00", "unacceptable character|control characters"),
        ("[" * 100_000, "."),
    ],
)
def test_refused(text: str, message: str) -> None:
    """What a manifest cannot hold is a ValueError that says so."""
    with pytest.raises(ValueError, match=message):
        read_yaml(text)
