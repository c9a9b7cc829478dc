"""The CEL rules of a schema, compiled, and where in an object they count.

Source: k8s.io/apiextensions-apiserver v0.35.4, pkg/apiserver/schema/cel/validation.go and compilation.go.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from heliostat.manifests.json_value import JsonObject, JsonValue, Path
from heliostat.schemas.cel_text import tokens
from heliostat.schemas.cel_values import Shape, ShapeReader, name_in_rules
from heliostat.schemas.place import definition_of, resolve
from heliostat.schemas.structure import list_of, object_of

if TYPE_CHECKING:
    from heliostat.schemas.cel_program import Program

_OLD = "oldSelf"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One entry of `x-kubernetes-validations`."""

    program: Program
    message: str
    message_program: Program | None
    """Makes a better message than `message`, where it makes one."""
    title: str
    """What the rule is called when it cannot be evaluated."""
    reason: str
    below: Path
    """Which field of the value a problem is told of."""


@dataclass(slots=True)
class Place:
    """Rules about a value, and where below it there are others."""

    shape: Shape
    type: JsonValue = None
    rules: list[Rule] = field(default_factory=list)
    conditions: list[Place] = field(default_factory=list)
    """Rules about the same value, under `allOf`."""
    fields: dict[str, tuple[str, Place]] = field(default_factory=dict)
    """What rules call a field, and the rules about it."""
    others: Place | None = None
    items: Place | None = None

    @property
    def idle(self) -> bool:
        """Tell whether there is no rule here and below."""
        return not (self.rules or self.conditions or self.fields) and self.others is None and self.items is None


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of a schema."""

    root: Place
    unsupported: tuple[str, ...]
    """What is said of each rule that is not evaluated, in the order in which they stand in the schema."""


def rules_of(document: JsonObject) -> Rules:
    """Compile the rules in a schema's document. Those that compare with an object before do not count, as when one is created."""
    reader = _Reader(document)
    root = reader.place(document, document)
    return Rules(root, tuple(dict.fromkeys(reader.unsupported)))


class _Reader:
    def __init__(self, document: JsonObject) -> None:
        self.unsupported: list[str] = []
        self._document = document
        self._shapes = ShapeReader(document)
        self._shared: dict[int, Place | None] = {}
        """The places of definitions, by the identity of these."""

    def place(self, schema: JsonObject, spine: JsonObject) -> Place:
        """Read one schema; `spine` is the one that says what the value is, where the other only adds conditions."""
        made = Place(Shape(nullable=spine.get("nullable") is True, default=spine.get("default")), spine.get("type"))
        if schema.get("x-kubernetes-validations"):
            made.shape = self._shapes.shape(spine)
            made.rules = [
                rule for entry in list_of(schema["x-kubernetes-validations"]) for rule in self._rules(object_of(entry), made.shape)
            ]
        below = object_of(spine.get("properties"))
        for name, part in object_of(schema.get("properties")).items():
            found = self._below(object_of(part), object_of(below[name])) if name in below else None
            if found is not None:
                made.fields[name] = (name_in_rules(name), found)
        made.others = self._below(object_of(schema.get("additionalProperties")), object_of(spine.get("additionalProperties")))
        made.items = self._below(object_of(schema.get("items")), object_of(spine.get("items")))
        conditions = [self.place(object_of(condition), spine) for condition in list_of(schema.get("allOf"))]
        made.conditions = [place for place in conditions if not place.idle]
        return made

    def _below(self, schema: JsonObject, spine: JsonObject) -> Place | None:
        if not schema or not spine:
            return None
        shared = schema is spine and schema.keys() == {"$ref"}
        definition = definition_of(schema, self._document) if shared else {}
        if shared and id(definition) in self._shared:
            found = self._shared[id(definition)]
        else:
            if shared:
                self._shared[id(definition)] = None
            place = self.place(resolve(schema, self._document), resolve(spine, self._document))
            found = None if place.idle else place
            if shared:
                self._shared[id(definition)] = found
        return found

    def _rules(self, entry: JsonObject, shape: Shape) -> list[Rule]:
        text = _text(entry, "rule")
        names = set(tokens(text))
        if not text or (_OLD in names and entry.get("optionalOldSelf") is not True):
            return []
        timed = ["self"] if shape.time else sorted(names.intersection(shape.times()))
        if timed:
            self.unsupported.append(f"{text}: {timed[0]} is a time, which no rule can read here")
            return []
        return self._compiled(entry, f"cel.bind({_OLD}, optional.none(), {text})" if _OLD in names else text)

    def _compiled(self, entry: JsonObject, text: str) -> list[Rule]:
        from heliostat.schemas.cel_program import UnsupportedExpressionError, program  # noqa: PLC0415  # loads CEL, for kinds with rules

        rule, message, better = (_text(entry, keyword) for keyword in ("rule", "message", "messageExpression"))
        try:
            compiled, better_compiled = program(text), program(better) if better else None
        except UnsupportedExpressionError as error:
            self.unsupported.append(f"{rule}: {error}")
            return []
        return [
            Rule(
                program=compiled,
                message=message or f"failed rule: {rule}",
                message_program=better_compiled,
                title=message or rule,
                reason=_text(entry, "reason"),
                below=_path(_text(entry, "fieldPath")),
            )
        ]


def _text(entry: JsonObject, keyword: str) -> str:
    return str(entry.get(keyword, "")).strip()


_STEP = re.compile(r"\.(?P<field>[^.\[\]]+)|\['(?P<key>(?:\\.|[^'\\])*)'\]")


def _path(field_path: str) -> Path:
    """Read a fieldPath: `.spec.limits['nvidia.com/gpu']`."""
    return tuple(found["field"] or re.sub(r"\\(.)", r"\1", found["key"]) for found in _STEP.finditer(field_path))
