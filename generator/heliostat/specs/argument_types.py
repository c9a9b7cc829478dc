"""Whether a value has the type that an argument is annotated with."""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from heliostat.manifests.shown_value import shown_value
from heliostat.specs.reference import FlavorReference, Named, OfKind, QueueReference, Such, TeamReference, kind_of

Complaint = tuple[str, str]
"""Where below the argument (`[0]`, empty for the argument itself) and what is expected and was given."""

_LARGEST = 2**63 - 1
"""Of whole numbers: what an int64 of Go holds, and no field of Kubernetes holds more."""

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
    try:
        return list(_checker(hint)(value))
    except Exception as error:  # an author's class may raise anything when it is looked at
        return [("", f"must be {_expected(hint)}, got a value that cannot be looked at ({type(error).__name__})")]


def is_arguments_class(hint: object) -> bool:
    """Tell whether an annotation is a class marked `@arguments`."""
    return getattr(hint, "__heliostat_arguments__", False) is True


def fitting_types(hint: Any) -> frozenset[type]:
    """Name types of which every value fits an annotation, but for whole numbers beyond 64 bits; values of other types may fit too."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return frozenset[type]().union(*map(fitting_types, parts))
    if origin is Annotated and all(isinstance(mark, Such) for mark in parts[1:]):
        return fitting_types(parts[0])
    return frozenset({hint}) if hint in (str, int, bool, type(None)) or is_arguments_class(hint) else frozenset()


def may_nest(hint: Any) -> bool:
    """Tell whether a value that fits an annotation may be, or hold, an instance of a class marked `@arguments`."""
    return hint in (Any, object) or is_arguments_class(hint) or any(map(may_nest, get_args(hint)))


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
        numbers = [part for part in parts if not (part is int and float in parts)]
        return " or ".join(dict.fromkeys(_expected(part) for part in numbers if part is not type(None)))
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
    return "", f"must be {_expected(hint)}, got {shown_argument(value)}{'' if is_within(value) else ', which is beyond 64 bits'}"


def is_within(value: object) -> bool:
    """Tell whether a value is no whole number that Kubernetes cannot hold."""
    return type(value) is not int or -_LARGEST <= value <= _LARGEST


def shown_argument(value: object) -> str:
    """Show what was given for an argument."""
    kind = kind_of(value)
    return f'the {kind} "{value.name}"' if kind is not None and isinstance(value, Named) else shown_value(value)


def key_name(key: object) -> str:
    """Name the key of a mapping in a place: text as it is, an object by its name."""
    if isinstance(key, str):
        return key
    return key.name if kind_of(key) is not None and isinstance(key, Named) else shown_value(key)


def _plain(hint: Any) -> Checker:
    def check(value: object) -> Iterator[Complaint]:
        if type(value) is int and hint in (int, float):
            fits = is_within(value)
        elif hint is int or hint is float:
            fits = hint is float and type(value) is float and math.isfinite(value)
        elif Named in getattr(hint, "__mro__", ()):
            fits = kind_of(value) is not None and isinstance(value, hint)
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
    kinds = [kind for mark in marks if isinstance(mark, OfKind) for kind in mark.kinds]
    expected: Any = Annotated[(hint, *marks)]

    def check(value: object) -> Iterator[Complaint]:
        complaints = list(check_base(value))
        if [place for place, _ in complaints] == [""] or (kinds and type(value) is not str and kind_of(value) not in kinds):
            yield _wrong(value, expected)
        else:
            yield from complaints

    return check


def _literal(parts: tuple[Any, ...]) -> Checker:
    hint: Any = Literal.__getitem__(parts)

    def check(value: object) -> Iterator[Complaint]:
        if not any(type(value) is type(part) and value == part for part in parts):
            yield _wrong(value, hint)

    return check


def _mapping(key_hint: Any, value_hint: Any) -> Checker:
    key_check, value_check = _checker(key_hint), _checker(value_hint)

    def check(value: object) -> Iterator[Complaint]:
        if not isinstance(value, dict):
            yield "", f"must be a mapping, got {shown_argument(value)}"
            return
        yield from _each_value(value, key_check, value_check)

    return check


def _sequence(item_hint: Any) -> Checker:
    item_check = _checker(item_hint)

    def check(value: object) -> Iterator[Complaint]:
        if not isinstance(value, list | tuple):
            again = f", write [{type(value).__name__}(…)]" if not list(item_check(value)) and not isinstance(value, str) else ""
            yield "", f"must be a list, got {shown_argument(value)}{again}"
            return
        yield from _each_item(value, item_check)

    return check


def _json(value: object) -> Iterator[Complaint]:
    """JSON values: a manifest can hold nothing else."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return
    if kind is int or kind is float:
        yield from _number(value)
    elif isinstance(value, dict):
        yield from _each_value(value, _text, _json)
    elif isinstance(value, list | tuple):
        yield from _each_item(value, _json)
    else:
        yield "", f"must be a value that YAML can hold, got {shown_argument(value)}"


def _each_value(value: Mapping[Any, object], key_check: Checker, value_check: Checker) -> Iterator[Complaint]:
    for key, item in value.items():
        for _, message in key_check(key):
            yield "", f"has the key {shown_argument(key)}, which {message}"
        for place, message in value_check(item):
            yield f'["{key_name(key)}"]{place}', message


def _each_item(value: Sequence[object], item_check: Checker) -> Iterator[Complaint]:
    for index, item in enumerate(value):
        for place, message in item_check(item):
            yield f"[{index}]{place}", message


_text, _number = _plain(str), _plain(float)
