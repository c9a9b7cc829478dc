"""Whether a value has the type that an argument is annotated with."""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin

from heliostat.specs.reference import FlavorReference, Named, QueueReference, TeamReference

Complaint = tuple[str, str]
"""Where below the argument (`[0]`, empty for the argument itself) and what is expected and was given."""

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
    hints = typing.get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls) if field.init}


def type_problem(value: object, hint: Any) -> list[Complaint]:
    """Say where a value departs from an annotation; empty when it fits."""
    return list(_checker(hint)(value))


@cache
def _checker(hint: Any) -> Checker:
    if hint is Any or hint is object:
        return lambda _: iter(())
    origin, parts = get_origin(hint), get_args(hint)
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
    if origin is Literal:
        return " or ".join(repr(part) for part in parts)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return "a mapping"
    if origin is not None and isinstance(origin, type) and issubclass(origin, Sequence):
        return "a list"
    return f"{'an' if hint.__name__[0] in 'AEIO' else 'a'} {hint.__name__}"


def _wrong(value: object, hint: Any) -> Complaint:
    return "", f"must be {_expected(hint)}, got {_shown(value)}"


def _shown(value: object) -> str:
    text = repr(value)
    text = text if len(text) <= 80 else text[:77] + "…"
    return text if isinstance(value, str | int | float | type(None)) else f"{text} ({type(value).__name__})"


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
        complaints = [list(one(value)) for one in checks]
        if all(complaints):
            deeper = [found for found in complaints if any(place for place, _ in found)]
            yield from deeper[0] if len(deeper) == 1 else [_wrong(value, hint)]

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
            yield "", f"must be a mapping, got {_shown(value)}"
            return
        yield from _each_value(value, key_check, value_check)

    return check


def _sequence(item_hint: Any) -> Checker:
    item_check = _checker(item_hint)

    def check(value: object) -> Iterator[Complaint]:
        if not isinstance(value, Sequence) or isinstance(value, str | bytes):
            yield "", f"must be a list, got {_shown(value)}"
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
        yield "", f"must be a value that YAML can hold, got {_shown(value)}"


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
