"""Where the schemas stand inside a schema, so that everybody who walks one walks it the same way.

The keywords are those of a CRD's structural schema and of Kubernetes' OpenAPI v3 documents: k8s.io/apiextensions-apiserver
v0.35.4, pkg/apis/apiextensions/v1/types_jsonschema.go. Whatever stands under any other keyword is data, not schema: a `default`
may hold a key `properties`, and a property may be called `description`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from heliostat.manifests.json_value import JsonObject, JsonValue

REFERENCE = "#/$defs/"
"""What every `$ref` starts with."""

_ONE = ("items", "additionalProperties", "not")
_MANY = ("allOf", "anyOf", "oneOf")


def object_of(value: JsonValue) -> JsonObject:
    """Take a mapping as it is, and anything else as an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: JsonValue) -> list[JsonValue]:
    """Take a list as it is, and anything else as an empty one."""
    return value if isinstance(value, list) else []


def map_schemas(schema: JsonObject, change: Callable[[JsonObject, str], JsonObject]) -> JsonObject:
    """Copy a schema with every schema directly below it replaced by `change(schema, field)`.

    `field` is the property's name for a property, and empty for what has no name of its own: items, map values, alternatives.
    """
    changed: JsonObject = {}
    for keyword, value in schema.items():
        if keyword == "properties" and isinstance(value, dict):
            changed[keyword] = {field: change(object_of(below), field) for field, below in value.items()}
        elif keyword in _ONE and isinstance(value, dict):
            changed[keyword] = change(value, "")
        elif keyword in _MANY and isinstance(value, list):
            changed[keyword] = [change(object_of(below), "") for below in value]
        else:
            changed[keyword] = value
    return changed


def schemas_below(schema: JsonObject) -> Iterator[JsonObject]:
    """Give every schema directly below a schema."""
    for keyword, value in schema.items():
        if keyword == "properties" and isinstance(value, dict):
            yield from map(object_of, value.values())
        elif keyword in _ONE and isinstance(value, dict):
            yield value
        elif keyword in _MANY and isinstance(value, list):
            yield from map(object_of, value)


def without_descriptions(schema: JsonObject) -> JsonObject:
    """Copy a schema without its prose."""
    bare = map_schemas(schema, lambda below, _: without_descriptions(below))
    bare.pop("description", None)
    return bare
