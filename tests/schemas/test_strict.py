"""A schema of Kubernetes becomes the JSON Schema of what an API server takes whole."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.schemas.quantity_fields import PATTERN
from heliostat.schemas.strict import strict_schema

INT64 = {"minimum": -(2**63), "maximum": 2**63 - 1}

NOT_NULL = {"type": ["array", "boolean", "integer", "number", "object", "string"]}

CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "an object refuses other fields",
        {"type": "object", "properties": {"a": {"type": "string"}}},
        {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False},
    ),
    ("an object without fields has none", {"type": "object"}, {"type": "object", "properties": {}, "additionalProperties": False}),
    (
        "a mapping has the fields that it likes",
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "object", "additionalProperties": {"type": "string"}},
    ),
    (
        "what is preserved is free, and what is known in it is not",
        {
            "type": "object",
            "x-kubernetes-preserve-unknown-fields": True,
            "properties": {"a": {"type": "object", "properties": {}}},
        },
        {"type": "object", "properties": {"a": {"type": "object", "properties": {}, "additionalProperties": False}}},
    ),
    (
        "a required field with a default need not be there",
        {"required": ["a", "b"], "properties": {"a": {"default": 1}, "b": {"$ref": "#/$defs/b"}}},
        {"required": ["b"], "properties": {"a": NOT_NULL, "b": {"$ref": "#/$defs/b"}}, "additionalProperties": False},
    ),
    ("null may stand where it is allowed", {"type": "string", "nullable": True}, {"type": ["string", "null"]}),
    (
        "a format of integers is a range",
        {"type": "integer", "format": "int32"},
        {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    ),
    ("a whole number without a format is an int64", {"type": "integer"}, {"type": "integer", **INT64}),
    (
        "a narrower range stays",
        {"type": "integer", "format": "int64", "minimum": 0, "maximum": 9},
        {"type": "integer", "minimum": 0, "maximum": 9},
    ),
    (
        "exclusive bounds are numbers of their own",
        {"minimum": 1, "exclusiveMinimum": True, "maximum": 2, "exclusiveMaximum": False},
        {"exclusiveMinimum": 1, "maximum": 2},
    ),
    (
        "a number or text",
        {"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, {"type": "string"}]},
        {"type": ["integer", "string"], **INT64},
    ),
    (
        "a number or text, not spelled out",
        {"x-kubernetes-int-or-string": True, "nullable": True},
        {"type": ["integer", "string", "null"], **INT64},
    ),
    (
        "a quantity has a spelling",
        {"oneOf": [{"type": "string"}, {"type": "number"}], "format": "quantity"},
        {"type": ["string", "number"], "pattern": PATTERN},
    ),
    ("a format that is not the same here does not count", {"type": "string", "format": "duration"}, {"type": "string"}),
    (
        "conditions leave other fields free",
        {
            "type": "object",
            "properties": {"a": {}},
            "anyOf": [{"required": ["a"], "properties": {"a": {"enum": [1]}}}, {"not": {"required": ["a"]}}],
        },
        {
            "type": "object",
            "properties": {"a": NOT_NULL},
            "additionalProperties": False,
            "anyOf": [{"required": ["a"], "properties": {"a": {"enum": [1]}}}, {"not": {"required": ["a"]}}],
        },
    ),
    (
        "a condition on a field with a default is one on the default where the field is missing",
        {
            "properties": {"a": {"type": "string", "default": "x"}},
            "oneOf": [{"required": ["a"], "properties": {"a": {"enum": ["x"]}}}, {"properties": {"a": {"enum": ["y"]}}}],
        },
        {
            "properties": {"a": {"type": "string"}},
            "additionalProperties": False,
            "oneOf": [{"properties": {"a": {"enum": ["x"]}}}, {"properties": {"a": {"enum": ["y"]}}, "required": ["a"]}],
        },
    ),
    (
        "an object in an object has type and metadata",
        {"type": "object", "x-kubernetes-embedded-resource": True},
        {
            "type": "object",
            "required": ["apiVersion", "kind"],
            "properties": {
                "apiVersion": {"type": "string", "minLength": 1},
                "kind": {"type": "string", "minLength": 1},
                "metadata": {"$ref": "#/$defs/meta.v1.ObjectMeta"},
            },
            "additionalProperties": False,
        },
    ),
    (
        "annotations say nothing about values",
        {
            "type": "array",
            "items": {"default": 1},
            "title": "t",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-validations": [{"rule": "true"}],
        },
        {"type": "array", "items": {}},
    ),
]


@pytest.mark.parametrize(("schema", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_schema_is_said_strictly(schema: dict[str, Any], expected: dict[str, Any]) -> None:
    """Each keyword of Kubernetes has its counterpart."""
    definitions = {"b": {}, "meta.v1.ObjectMeta": {}, "unused": {}}
    made = strict_schema({**schema, "$defs": definitions})
    made.pop("$defs")

    assert made == expected


def test_only_what_is_referred_to_comes_along() -> None:
    """Definitions that refer to themselves are no trap, and those that nobody needs stay out."""
    tree = {"type": "object", "properties": {"below": {"$ref": "#/$defs/tree"}}}
    document = {"properties": {"tree": {"$ref": "#/$defs/tree"}}, "$defs": {"tree": tree, "unused": {"$ref": "#/$defs/missing"}}}

    assert strict_schema(document) == {
        "properties": {"tree": {"$ref": "#/$defs/tree"}},
        "additionalProperties": False,
        "$defs": {"tree": {**tree, "additionalProperties": False}},
    }
