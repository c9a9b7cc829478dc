"""Find one's way in a schema's document: what stands at a path, and which field an author meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from heliostat.manifests.json_value import JsonObject, JsonValue, Path, show_path
from heliostat.schemas.structure import REFERENCE, list_of, object_of
from heliostat.schemas.type_and_metadata import with_type_and_metadata

_SURELY = 0.85
_PERHAPS = 0.6
"""How alike two names are, as `difflib` counts: a slip of the finger, and a name remembered wrongly."""

_DEPTH = 4
"""How many fields below a place a misplaced field is looked for: `template.spec.containers[].image`."""


def definition_of(schema: JsonObject, document: JsonObject) -> JsonObject:
    """Give the definition that a schema refers to."""
    return object_of(object_of(document["$defs"])[str(schema["$ref"]).removeprefix(REFERENCE)])


def resolve(schema: JsonObject, document: JsonObject) -> JsonObject:
    """Follow a reference, if there is one; what stands beside it stays."""
    return {**definition_of(schema, document), **schema} if "$ref" in schema else schema


def schema_at(document: JsonObject, path: Path) -> JsonObject:
    """Give the schema of the value at a path, empty where the document does not speak of it."""
    found = document
    for step in path:
        if found.get("x-kubernetes-embedded-resource") is True:
            found = with_type_and_metadata(found)
        fields = object_of(found.get("properties"))
        below = found.get("items") if isinstance(step, int) else fields.get(step, found.get("additionalProperties"))
        found = resolve(object_of(below), document)
    return found


def value_at(body: JsonValue, path: Path) -> JsonValue:
    """Give the value at a path, which must be there."""
    value = body
    for step in path:
        value = list_of(value)[step] if isinstance(step, int) else object_of(value)[step]
    return value


def close_to(name: str, known: list[str], likeness: float = _PERHAPS) -> str | None:
    """Find the name that is most like another one; upper and lower case do not count."""
    names = {each.lower(): each for each in known}
    close = difflib.get_close_matches(name.lower(), names, n=1, cutoff=likeness)
    return names[close[0]] if close else None


def meant_by(field: str, path: Path, document: JsonObject) -> str | None:
    """Guess what an unknown field of the object at `path` was meant to be: a neighbour, or a field elsewhere with its name."""
    neighbours = list(object_of(schema_at(document, path).get("properties")))
    neighbour = close_to(field, neighbours, _SURELY)
    if neighbour is not None:
        return neighbour
    elsewhere = _above(field, path, document) or _below(field, path, document)
    if elsewhere:
        return elsewhere[0] if len(elsewhere) == 1 else None
    return close_to(field, neighbours)


def _above(field: str, path: Path, document: JsonObject) -> list[str]:
    """Find the nearest object around a place that has a field of that name."""
    around = [path[:length] for length in reversed(range(len(path)))]
    return [show_path((*place, field)) for place in around if field in object_of(schema_at(document, place).get("properties"))][:1]


def _below(field: str, path: Path, document: JsonObject) -> list[str]:
    """Find the fields of that name below a place, all those of the nearest level that has one."""
    level = [(show_path(path), schema_at(document, path))]
    for _ in range(_DEPTH):
        level = [(f"{shown}.{name}".lstrip("."), schema) for shown, above in level for name, schema in _fields(above, document)]
        found = [shown for shown, _ in level if shown.endswith(f".{field}")]
        if found:
            return found
        level = [
            (f"{shown}[]", resolve(object_of(schema["items"]), document)) if "items" in schema else (shown, schema)
            for shown, schema in level
        ]
    return []


def _fields(schema: JsonObject, document: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    for name, below in object_of(schema.get("properties")).items():
        yield name, resolve(object_of(below), document)
