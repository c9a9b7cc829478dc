"""Which fields of a schema some objects lack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heliostat.manifests.json_value import JsonObject, JsonValue


def unreached(schema: JsonValue, definitions: JsonObject, values: Sequence[JsonValue], path: str = "") -> Iterator[str]:
    """Name the fields of a schema that none of the values has, the outermost only."""
    assert isinstance(schema, dict)
    if "$ref" in schema:
        schema = definitions[str(schema["$ref"]).rpartition("/")[2]]
        assert isinstance(schema, dict)
    if "items" in schema:
        flat = [item for value in values if isinstance(value, list) for item in value]
        yield from unreached(schema["items"], definitions, flat, f"{path}[]")
    properties = schema.get("properties")
    if isinstance(properties, dict):
        for name, below in properties.items():
            found = [value[name] for value in values if isinstance(value, dict) and name in value]
            if found:
                yield from unreached(below, definitions, found, f"{path}.{name}")
            else:
                yield f"{path}.{name}"
