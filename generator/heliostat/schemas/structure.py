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

STRUCTURE = frozenset({"properties", "items", "additionalProperties"})
"""Keywords below which stands the schema of a part of the value."""

LOGIC = frozenset({"not", "allOf", "anyOf", "oneOf"})
"""Keywords below which stand further conditions on the value itself."""

_EVERYWHERE = STRUCTURE | LOGIC


def object_of(value: JsonValue) -> JsonObject:
    """Take a mapping as it is, and anything else as an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: JsonValue) -> list[JsonValue]:
    """Take a list as it is, and anything else as an empty one."""
    return value if isinstance(value, list) else []


def map_schemas(schema: JsonObject, change: Callable[[JsonObject, str], JsonObject], keywords: frozenset[str] = _EVERYWHERE) -> JsonObject:
    """Copy a schema with every schema directly below its `keywords` replaced by `change(schema, field)`.

    `field` is the property's name for a property, and empty for what has no name of its own: items, map values, conditions.
    """
    changed = dict(schema)
    for keyword in keywords & schema.keys():
        value = schema[keyword]
        if keyword == "properties":
            changed[keyword] = {field: change(object_of(below), field) for field, below in object_of(value).items()}
        elif isinstance(value, dict):
            changed[keyword] = change(value, "")
        elif isinstance(value, list):
            changed[keyword] = [change(object_of(below), "") for below in value]
    return changed


def schemas_below(schema: JsonObject, keywords: frozenset[str] = _EVERYWHERE) -> Iterator[JsonObject]:
    """Give every schema directly below the `keywords` of a schema."""
    for keyword, value in schema.items():
        if keyword not in keywords:
            continue
        if keyword == "properties":
            yield from map(object_of, object_of(value).values())
        elif isinstance(value, dict):
            yield value
        elif isinstance(value, list):
            yield from map(object_of, value)


def references_in(schema: JsonObject) -> Iterator[str]:
    """Name the definitions that a schema refers to, at any depth."""
    reference = schema.get("$ref")
    if isinstance(reference, str):
        yield reference.removeprefix(REFERENCE)
    for below in schemas_below(schema):
        yield from references_in(below)


def without_descriptions(schema: JsonObject) -> JsonObject:
    """Copy a schema without its prose."""
    bare = map_schemas(schema, lambda below, _: without_descriptions(below))
    bare.pop("description", None)
    return bare
