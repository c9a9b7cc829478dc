"""Folding stores repeated subtrees once, and unfolding gives back what was folded."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from heliostat.schemas.fold import fold, unfold
from heliostat.schemas.quantity_fields import PATTERN

FIELDS = st.sampled_from(["name", "properties", "description", "default", "items", "$ref", "a/b"])
LEAVES = st.sampled_from(
    [
        {"type": "string"},
        {"type": "string", "default": "TCP"},
        {"type": "integer", "format": "int32", "minimum": 0},
        {"x-kubernetes-int-or-string": True, "pattern": PATTERN, "anyOf": [{"type": "integer"}, {"type": "string"}]},
        {"type": "object", "default": {"properties": {"type": "string"}}, "x-kubernetes-preserve-unknown-fields": True},
    ]
)
SCHEMAS: st.SearchStrategy[dict[str, Any]] = st.recursive(
    LEAVES,
    lambda below: st.one_of(
        st.builds(lambda items: {"type": "array", "items": items}, below),
        st.builds(lambda values: {"type": "object", "additionalProperties": values}, below),
        st.builds(lambda fields: {"type": "object", "properties": fields}, st.dictionaries(FIELDS, below, max_size=4)),
        st.builds(lambda conditions: {"type": "object", "allOf": conditions}, st.lists(below, max_size=2)),
    ),
    max_leaves=30,
)


@given(st.lists(SCHEMAS, max_size=4))
def test_unfolding_undoes_folding(schemas: list[dict[str, Any]]) -> None:
    """Whatever repeats, with whatever names and defaults, comes back in its place."""
    definitions, folded = fold([("Kind", schema) for schema in schemas])

    assert [unfold(schema, definitions) for schema in folded] == schemas


@given(st.lists(SCHEMAS, max_size=3))
def test_folding_twice_gives_equal_text(schemas: list[dict[str, Any]]) -> None:
    """Names of definitions depend on the schemas alone."""
    copies = json.loads(json.dumps(schemas))

    assert json.dumps(fold([("Kind", schema) for schema in schemas])) == json.dumps(fold([("Kind", schema) for schema in copies]))


def test_a_repeated_subtree_is_stored_once_and_named_after_its_field() -> None:
    """Two fields with one schema share a definition; a default that only one of them has stays with it."""
    probe = {"type": "object", "properties": {f"field{number}": {"type": "string"} for number in range(9)}}
    schema = {"type": "object", "properties": {"livenessProbe": probe, "readinessProbe": {**probe, "default": {}}}}

    assert fold([("Pod", schema)]) == (
        {"livenessProbe": probe},
        [
            {
                "type": "object",
                "properties": {
                    "livenessProbe": {"$ref": "#/$defs/livenessProbe"},
                    "readinessProbe": {"$ref": "#/$defs/livenessProbe", "default": {}},
                },
            }
        ],
    )


def test_what_is_shorter_than_its_name_is_repeated() -> None:
    """A definition has to pay for the references to it."""
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}

    assert fold([("Pod", schema)]) == ({}, [schema])


def test_conditions_are_not_folded() -> None:
    """A definition says what a value is, and an object in it has no other fields; a condition leaves them free."""
    condition = {"properties": {name: {"enum": [name * 20]} for name in "abcdefgh"}}
    schema: dict[str, Any] = {"type": "object", "properties": {name: {"oneOf": [condition], "title": name} for name in "xyz"}}

    assert fold([("spec", schema)]) == ({}, [schema])
