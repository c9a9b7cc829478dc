"""Values as CEL rules see them: with the defaults of their schema, without nulls that the API server drops, typed by their schema.

Sources: k8s.io/apiextensions-apiserver v0.35.4, pkg/apiserver/schema/defaulting; k8s.io/apiserver v0.35.4,
pkg/cel/common/valuesunstructured.go.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.place import definition_of, resolve
from heliostat.schemas.structure import object_of

_TIMES = frozenset({"date", "date-time", "duration"})
"""Formats whose texts CEL sees as points and spans of time."""


@dataclass(slots=True)
class Shape:
    """What a schema says of the values that stand somewhere."""

    nullable: bool = False
    time: bool = False
    binary: bool = False
    number: bool = False
    default: JsonValue = None
    open: bool = True
    """Whether fields that the schema does not know are kept."""
    fields: dict[str, tuple[str, Shape]] = field(default_factory=dict)
    """What rules call a field, and its shape."""
    others: Shape | None = None
    items: Shape | None = None

    def times(self) -> Iterator[str]:
        """Name the fields below, at any depth, that hold a time."""
        for called, below in self.fields.values():
            if below.time or (below.items or below).time or (below.others or below).time:
                yield called
            yield from below.times()
        for part in (self.items, self.others):
            if part is not None:
                yield from part.times()


def seen(value: object, shape: Shape) -> object:
    """Give a value as rules see it; it is left as it is itself, and must be as its schema says."""
    if isinstance(value, dict):
        return _seen_mapping(value, shape)
    if isinstance(value, list):
        if shape.items is None:
            return value
        return [seen(shape.items.default if item is None and not shape.items.nullable else item, shape.items) for item in value]
    if shape.number and isinstance(value, int):
        return float(value)
    if shape.binary and isinstance(value, str):
        return base64.b64decode(value)
    return value


def _seen_mapping(value: Mapping[str, object], shape: Shape) -> dict[str, object]:
    made: dict[str, object] = {}
    for name, item in value.items():
        if name in shape.fields:
            called, below = shape.fields[name]
            if item is not None or below.nullable:
                made[called] = seen(item, below)
        elif shape.others is None:
            if shape.open:
                made[name] = item
        elif item is not None or shape.others.nullable:
            made[name] = seen(item, shape.others)
        elif shape.others.default is not None:
            made[name] = seen(shape.others.default, shape.others)
    for called, below in shape.fields.values():
        if below.default is not None and called not in made:
            made[called] = seen(below.default, below)
    return made


_RESERVED = frozenset(
    {"true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function"}
    | {"if", "import", "let", "loop", "package", "namespace", "return", "var", "void", "while"}
)
_ESCAPES = {"__": "__underscores__", ".": "__dot__", "-": "__dash__", "/": "__slash__"}
_ESCAPED = re.compile(r"__|[./-]")


def name_in_rules(field: str) -> str:
    """Spell the name of a field as rules do: `__namespace__`, `a__dash__b` (k8s.io/apiserver v0.35.4, pkg/cel/escaping.go)."""
    return f"__{field}__" if field in _RESERVED else _ESCAPED.sub(lambda found: _ESCAPES[found[0]], field)


class ShapeReader:
    """Reads shapes off a schema's document."""

    def __init__(self, document: JsonObject) -> None:
        self._document = document
        self._shared: dict[int, Shape] = {}
        """The shapes of definitions, by the identity of these; the document keeps them."""

    def shape(self, schema: JsonObject) -> Shape:
        """Read the shape of what a schema describes."""
        if "$ref" not in schema:
            return self._filled(Shape(), schema)
        definition = definition_of(schema, self._document)
        if len(schema) > 1:
            return self._filled(Shape(), resolve(schema, self._document))
        if id(definition) not in self._shared:
            self._shared[id(definition)] = Shape()
            self._filled(self._shared[id(definition)], definition)
        return self._shared[id(definition)]

    def _filled(self, shape: Shape, schema: JsonObject) -> Shape:
        text = schema.get("type") == "string"
        shape.nullable = schema.get("nullable") is True
        shape.time = text and schema.get("format") in _TIMES
        shape.binary = text and schema.get("format") == "byte"
        shape.number = schema.get("type") == "number"
        shape.default = schema.get("default")
        shape.open = schema.get("x-kubernetes-preserve-unknown-fields") is True or schema.get("x-kubernetes-embedded-resource") is True
        properties = object_of(schema.get("properties"))
        shape.fields = {name: (name_in_rules(name), self.shape(object_of(below))) for name, below in properties.items()}
        shape.others, shape.items = (
            self.shape(object_of(schema[key])) if key in schema else None for key in ("additionalProperties", "items")
        )
        return shape
