"""Say in people's words why an object does not satisfy a schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.quantity import did_you_mean_quantity
from heliostat.schemas.compiled import Violation
from heliostat.schemas.place import close_to, meant_by, schema_at
from heliostat.schemas.quantity_fields import FORMAT as QUANTITY_FORMAT
from heliostat.schemas.schema_problem import SchemaProblem
from heliostat.schemas.structure import list_of, object_of

_TYPES: Mapping[str, str] = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "object": "a mapping",
    "string": "text",
    "null": "null",
}
"""How the types of JSON are called, in the order in which they are told."""

_QUANTITY = 'a quantity such as "500m", "4" or "16Gi"'
_FORMATS: Mapping[str, str] = {
    "byte": "base64 text",
    "date": "a date such as 2026-01-31",
    "date-time": "a time such as 2026-01-31T12:00:00Z",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
}
_MISSING = "is required and missing"
_BLOCKING = frozenset({"type", "enum", "maxItems", "maxLength", "maxProperties"})
"""Keywords whose violation keeps the API server from CEL rules, with `required` (k8s.io/apiextensions-apiserver v0.35.4,
pkg/registry/customresource/strategy.go, hasBlockingErr).
"""
_LONGEST = 60
"""Characters of a value that a message shows."""
_FEW = 8
"""The fields of an object are listed when they are no more than this."""


def explain(violations: Sequence[Violation], document: JsonObject) -> list[SchemaProblem]:
    """Turn what an object does not satisfy into problems.

    Of a value of the wrong type nothing else is told, and a required field that is missing because its name is misspelled is told
    once, as an unknown field.
    """
    mistyped = {violation.path for violation in violations if violation.keyword == "type"}
    telling = [violation for violation in violations if violation.keyword == "type" or violation.path not in mistyped]
    found = [problem for violation in telling for problem in _problems(violation, document)]
    meant = {(*problem.path[:-1], guess) for problem, guess in found if guess is not None}
    return [problem for problem, _ in found if problem.message != _MISSING or problem.path not in meant]


def show(value: JsonValue) -> str:
    """Spell a value for a message: as JSON, cut where it gets long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _problems(violation: Violation, document: JsonObject) -> Iterator[tuple[SchemaProblem, str | None]]:
    """Give the problems that one violation tells of, each with the field that was meant if it is about an unknown one."""
    path, details = violation.path, violation.details
    schema = schema_at(document, path)
    if violation.keyword == "additionalProperties":
        for field in map(str, list_of(details["unexpected"])):
            guess = meant_by(field, path, document)
            yield SchemaProblem((*path, field), _unknown(guess, schema)), guess
    elif violation.keyword == "required":
        yield SchemaProblem((*path, str(details["property"])), _MISSING, blocking=True), None
    else:
        say = _SENTENCES.get(violation.keyword)
        message = violation.words if say is None else say(details, violation.value, schema)
        yield SchemaProblem(path, message, blocking=violation.keyword in _BLOCKING or _is_no_number(violation.value)), None


def _is_no_number(value: JsonValue) -> bool:
    """Tell whether a whole number is none to the API server, which then takes it for a value of another type."""
    return isinstance(value, int) and not -(2**63) <= value < 2**63


def _unknown(guess: str | None, schema: JsonObject) -> str:
    if guess is not None:
        return f'unknown field, did you mean "{guess}"'
    fields = sorted(object_of(schema.get("properties")))
    if fields and len(fields) <= _FEW:
        return f"unknown field, known here are {', '.join(fields)}"
    return "unknown field"


_Sentence = Callable[[JsonObject, JsonValue, JsonObject], str]
"""Says what is expected and what is, from a violation's details, the value that is wrong and its schema."""


def _type(details: JsonObject, value: JsonValue, schema: JsonObject) -> str:
    types = list_of(details["types"])
    expected = _QUANTITY if schema.get("format") == QUANTITY_FORMAT else _either([word for name, word in _TYPES.items() if name in types])
    if isinstance(value, dict | list):
        return f"must be {expected}, is {_TYPES['object' if isinstance(value, dict) else 'array']}"
    kind = "text " if isinstance(value, str) else "number " if isinstance(value, int | float) and not isinstance(value, bool) else ""
    return f"must be {expected}, is {'the ' if kind else ''}{kind}{show(value)}"


def _enum(details: JsonObject, value: JsonValue, _: JsonObject) -> str:
    options = list_of(details["options"])
    guess = close_to(value, [option for option in options if isinstance(option, str)]) if isinstance(value, str) else None
    return f"must be {_either([show(option) for option in options])}, is {show(value)}" + (f', did you mean "{guess}"' if guess else "")


def _pattern(details: JsonObject, value: JsonValue, schema: JsonObject) -> str:
    expected = f"be {_QUANTITY}" if schema.get("format") == QUANTITY_FORMAT else f"match {details['pattern']}"
    hint = did_you_mean_quantity(value) if schema.get("format") == QUANTITY_FORMAT and isinstance(value, str) else ""
    return f"must {expected}, is {show(value)}{hint}"


def _format(details: JsonObject, value: JsonValue, _: JsonObject) -> str:
    return f"must be {_FORMATS[str(details['format'])]}, is {show(value)}"


def _bound(words: str) -> _Sentence:
    return lambda details, value, _: f"must be {words} {details['limit']}, is {show(value)}"


def _size(words: str, one: str, many: str) -> _Sentence:
    def say(details: JsonObject, value: JsonValue, _: JsonObject) -> str:
        limit = details["limit"]
        has = len(value) if isinstance(value, str | list | dict) else 0
        return f"must have {words} {limit} {one if limit == 1 else many}, has {has}"

    return say


def _either(words: Sequence[str]) -> str:
    return " or ".join(words) if len(words) <= 2 else f"{', '.join(words[:-1])} or {words[-1]}"


_SENTENCES: Mapping[str, _Sentence] = {
    "type": _type,
    "enum": _enum,
    "pattern": _pattern,
    "format": _format,
    "minimum": _bound("at least"),
    "maximum": _bound("at most"),
    "exclusiveMinimum": _bound("more than"),
    "exclusiveMaximum": _bound("less than"),
    "multipleOf": lambda details, value, _: f"must be a multiple of {details['multiple_of']}, is {show(value)}",
    "minLength": _size("at least", "character", "characters"),
    "maxLength": _size("at most", "character", "characters"),
    "minItems": _size("at least", "item", "items"),
    "maxItems": _size("at most", "item", "items"),
    "minProperties": _size("at least", "entry", "entries"),
    "maxProperties": _size("at most", "entry", "entries"),
    "anyOf": lambda *_: "fits none of the forms that its schema allows",
    "oneOf": lambda *_: "must fit exactly one of the forms that its schema allows",
    "not": lambda *_: "has a form that its schema forbids",
}
"""What to say for each keyword; for one that no schema of Kubernetes should hold, the validator's own words do."""
