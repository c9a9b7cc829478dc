"""Hold an object against the CEL rules of its schema, `x-kubernetes-validations`, as the API server does when one is created.

Source: k8s.io/apiextensions-apiserver v0.35.4, pkg/apiserver/schema/cel/validation.go. What differs is told in `cel_program`.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from heliostat.manifests.json_value import JsonObject, Path
from heliostat.schemas.cel_rules import Place, Rule, Rules, rules_of
from heliostat.schemas.cel_values import seen
from heliostat.schemas.schema_problem import SchemaProblem, in_order
from heliostat.schemas.store import Schema

if TYPE_CHECKING:
    from heliostat.schemas.cel_program import Activation

_LONGEST_MESSAGE = 5 * 1024
"""Bytes that a messageExpression may make (k8s.io/apiserver v0.35.4, pkg/apis/cel/config.go)."""

_REASONS: Mapping[str, str] = {
    "FieldValueForbidden": "Forbidden",
    "FieldValueRequired": "Required value",
    "FieldValueDuplicate": "Duplicate value",
}
_INVALID = "Invalid value"

_prepared: dict[Schema, Rules] = {}


def rule_problems(body: JsonObject, schema: Schema) -> list[SchemaProblem]:
    """Find the rules that an object breaks, in the order of the paths, each in the API server's words.

    The API server evaluates rules for objects alone of which nothing is missing, of the wrong type or too long: see `check`.
    """
    root = _rules(schema).root
    return [] if root.idle else in_order(_broken(body, root, (), ready=False))


def unchecked_rules(schema: Schema) -> tuple[str, ...]:
    """Name the rules of a kind that cannot be evaluated, each with the reason."""
    return _rules(schema).unsupported


def _rules(schema: Schema) -> Rules:
    if schema not in _prepared:
        _prepared[schema] = rules_of(schema.document)
    return _prepared[schema]


def _broken(value: object, place: Place, path: Path, *, ready: bool) -> Iterator[SchemaProblem]:
    """Walk down to where there are rules; `ready` says that the value is as rules see it already."""
    if place.rules:
        value = value if ready else seen(value, place.shape)
        ready = True
        yield from _evaluated(value, place, path)
    for condition in place.conditions:
        yield from _broken(value, condition, path, ready=ready)
    if isinstance(value, dict):
        for name, (called, below) in place.fields.items():
            key = called if ready else name
            item = value.get(key)
            if item is None and not (key in value and below.shape.nullable):
                item = below.shape.default
            if item is not None:
                yield from _broken(item, below, (*path, name), ready=ready)
        if place.others is not None:
            for name, item in value.items():
                if item is not None:
                    yield from _broken(item, place.others, (*path, name), ready=ready)
    elif isinstance(value, list) and place.items is not None:
        for index, item in enumerate(value):
            if item is not None:
                yield from _broken(item, place.items, (*path, index), ready=ready)


def _evaluated(value: object, place: Place, path: Path) -> Iterator[SchemaProblem]:
    from heliostat.schemas.cel_program import Activation, EvaluationError  # noqa: PLC0415  # loads CEL, for objects with rules

    activation = Activation(value)
    for rule in place.rules:
        try:
            if rule.program.value(activation) is not True:
                yield SchemaProblem((*path, *rule.below), _told(rule, value, activation))
        except EvaluationError as error:
            yield SchemaProblem(path, f'{_INVALID}: "{place.type or ""}": {_impossible(str(error), rule)}')


def _told(rule: Rule, value: object, activation: Activation) -> str:
    kind = _REASONS.get(rule.reason, _INVALID)
    shown = "" if isinstance(value, dict | list) else f": {_shown(value)}"
    message = _better_message(rule, activation) or rule.message
    if rule.reason == "FieldValueDuplicate":
        return f"{kind}{shown}"
    return f"{kind}{shown if kind == _INVALID else ''}: {message}"


def _better_message(rule: Rule, activation: Activation) -> str | None:
    """Evaluate a rule's messageExpression; None where there is none, or where it makes no message that the API server would show."""
    from heliostat.schemas.cel_program import EvaluationError  # noqa: PLC0415  # loads CEL, for objects with rules

    if rule.message_program is None:
        return None
    try:
        made = rule.message_program.value(activation)
    except EvaluationError:
        return None
    text = made.strip() if isinstance(made, str) else ""
    return text if text and "\n" not in text and len(text.encode()) <= _LONGEST_MESSAGE else None


def _impossible(error: str, rule: Rule) -> str:
    if error.startswith("no such overload"):
        return f"'{error}': call arguments did not match a supported operator, function or macro signature for rule: {rule.title}"
    return f"{error} evaluating rule: {rule.title}"


def _shown(value: object) -> str:
    """Spell a value as the API server does; numbers without a fraction and binary texts are as they were before rules saw them."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(base64.b64encode(value).decode() if isinstance(value, bytes) else value, ensure_ascii=False)
