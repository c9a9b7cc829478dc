"""Whether a value has the type that an argument is annotated with."""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from heliostat.specs.reference import FlavorReference, Named, OfKind, QueueReference, Such, TeamReference

Complaint = tuple[str, str]
"""Where below the argument (`[0]`, empty for the argument itself) and what is expected and was given."""

_LONGEST = 80
"""Characters of a value that a message shows."""

_TELLING = (str, int, float, list, dict, type(None))
"""Types of values that show by themselves what they are."""

Checker: TypeAlias = "Callable[[object], Iterator[Complaint]]"

_WORDS: dict[object, str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    type(None): "None",
    Named: "a construct",
    FlavorReference: "a ResourceFlavor",
    QueueReference: "a LocalQueue",
    TeamReference: "a Team",
}


@cache
def type_hints_of(cls: type) -> dict[str, Any]:
    """Read the annotations of a dataclass's fields, in their order, with names resolved."""
    hints = typing.get_type_hints(cls, include_extras=True)
    return {field.name: hints[field.name] for field in fields(cls) if field.init}


def type_problem(value: object, hint: Any) -> list[Complaint]:
    """Say where a value departs from an annotation; empty when it fits."""
    return list(_checker(hint)(value))


@cache
def _checker(hint: Any) -> Checker:
    if hint is Any or hint is object:
        return lambda _: iter(())
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(parts[0], parts[1:])
    if origin in (Union, types.UnionType):
        # JsonValue is recursive, so it arrives here as the union that it abbreviates
        return _json if {str, int, float, bool, type(None)} < set(parts) else _union(parts)
    if origin is Literal:
        return _literal(parts)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(parts[0], parts[1])
    if origin is tuple and (len(parts) != 2 or parts[1] is not ...):
        return _plain(tuple)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Sequence):
        return _sequence(parts[0])
    if origin is not None:
        return _plain(origin)
    return _plain(hint)


def _expected(hint: Any) -> str:
    if hint in _WORDS:
        return _WORDS[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        words = list(dict.fromkeys(_expected(part) for part in parts if part is not type(None)))
        return " or ".join(words)
    if origin is Annotated:
        said = [mark.words(_expected(parts[0])) for mark in parts[1:] if isinstance(mark, OfKind | Such)]
        return said[0] if said else _expected(parts[0])
    if origin is Literal:
        return " or ".join(repr(part) for part in parts)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return "a mapping"
    if origin is not None and isinstance(origin, type) and issubclass(origin, Sequence):
        return "a list"
    return f"{'an' if hint.__name__[0] in 'AEIO' else 'a'} {hint.__name__}"


def _wrong(value: object, hint: Any) -> Complaint:
    return "", f"must be {_expected(hint)}, got {shown_value(value)}"


def shown_value(value: object) -> str:
    """Show a value in a message: short, and with its type where the text does not tell it."""
    kind = getattr(value, "object_kind", None)
    if kind is not None:
        return f'the {kind} "{getattr(value, "name", "")}"'
    text = repr(value)
    text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    tells = isinstance(value, _TELLING) or text.startswith(type(value).__name__)
    return text if tells else f"{text} ({type(value).__name__})"


def _plain(hint: Any) -> Checker:
    def check(value: object) -> Iterator[Complaint]:
        if hint is int:
            fits = isinstance(value, int) and not isinstance(value, bool)
        elif hint is float:
            fits = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        else:
            fits = isinstance(value, hint)
        if not fits:
            yield _wrong(value, hint)

    return check


def _union(parts: tuple[Any, ...]) -> Checker:
    checks = [_checker(part) for part in parts]
    hint: Any = Union.__getitem__(parts)

    def check(value: object) -> Iterator[Complaint]:
        complaints: list[list[Complaint]] = []
        for one in checks:
            found = list(one(value))
            if not found:
                return
            complaints.append(found)
        deeper = [found for found in complaints if any(place for place, _ in found)]
        yield from deeper[0] if len(deeper) == 1 else [_wrong(value, hint)]

    return check


def _annotated(hint: Any, marks: tuple[object, ...]) -> Checker:
    check_base = _checker(hint)
    kinds = [mark for mark in marks if isinstance(mark, OfKind)]
    expected: Any = Annotated[(hint, *marks)]

    def check(value: object) -> Iterator[Complaint]:
        complaints = list(check_base(value))
        given = getattr(value, "object_kind", None)
        if [place for place, _ in complaints] == [""] or any(given is not None and given not in mark.kinds for mark in kinds):
            yield _wrong(value, expected)
        else:
            yield from complaints

    return check


def _literal(parts: tuple[Any, ...]) -> Checker:
    hint: Any = Literal.__getitem__(parts)

    def check(value: object) -> Iterator[Complaint]:
        if not any(value == part and type(value) is type(part) for part in parts):
            yield _wrong(value, hint)

    return check


def _mapping(key_hint: Any, value_hint: Any) -> Checker:
    key_check, value_check = _checker(key_hint), _checker(value_hint)

    def check(value: object) -> Iterator[Complaint]:
        if not isinstance(value, Mapping):
            yield "", f"must be a mapping, got {shown_value(value)}"
            return
        yield from _each_value(value, key_check, value_check)

    return check


def _sequence(item_hint: Any) -> Checker:
    item_check = _checker(item_hint)

    def check(value: object) -> Iterator[Complaint]:
        if not isinstance(value, Sequence) or isinstance(value, str | bytes):
            again = f", write [{type(value).__name__}(…)]" if not list(item_check(value)) and not isinstance(value, str) else ""
            yield "", f"must be a list, got {shown_value(value)}{again}"
            return
        yield from _each_item(value, item_check)

    return check


def _json(value: object) -> Iterator[Complaint]:
    """JSON values: a manifest can hold nothing else."""
    if value is None or isinstance(value, bool | int | str):
        return
    if isinstance(value, float):
        if not math.isfinite(value):
            yield "", f"must be a finite number, got {value!r}"
    elif isinstance(value, Mapping):
        yield from _each_value(value, _plain(str), _json)
    elif isinstance(value, Sequence) and not isinstance(value, bytes):
        yield from _each_item(value, _json)
    else:
        yield "", f"must be a value that YAML can hold, got {shown_value(value)}"


def _each_value(value: Mapping[Any, object], key_check: Checker, value_check: Checker) -> Iterator[Complaint]:
    for key, item in value.items():
        for _, message in key_check(key):
            yield "", f"has the key {key!r}, which {message}"
        name = key if isinstance(key, str) else getattr(key, "name", repr(key))
        for place, message in value_check(item):
            yield f'["{name}"]{place}', message


def _each_item(value: Sequence[object], item_check: Checker) -> Iterator[Complaint]:
    for index, item in enumerate(value):
        for place, message in item_check(item):
            yield f"[{index}]{place}", message
