"""What an author gives, as values of Python's own types.

Text, numbers, mappings and sequences of any other class (an Enum with text in it, a number of a library, a mapping that is frozen)
are copied to str, int, float, dict and list, so that nobody later meets a class that prints, compares or counts in a way of its
own. Whatever else is given is left for the types of the arguments to refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import Any, cast

from heliostat.manifests.shown_value import Unreadable

PLAIN = frozenset({str, int, float, bool, type(None)})
"""Types of single values that are as they should be."""

_DEEPEST = 100
"""Containers in containers; no object of Kubernetes comes near, and Python itself ends at some hundred more."""


class _TooDeepError(Exception):
    pass


def plain_value(value: object) -> object:
    """Copy a value; one that holds itself, or that cannot be read, becomes one that fits nowhere and says so."""
    try:
        return _copy(value, 0)
    except _TooDeepError:
        return Unreadable(f"a {type(value).__name__} that holds itself or is more than {_DEEPEST} deep")


def _copy(value: Any, depth: int) -> object:
    kind = type(value)
    copy = None if kind in PLAIN else _copier(cast("Hashable", kind))
    if copy is None:
        return value
    if depth > _DEEPEST:
        raise _TooDeepError
    try:
        return copy(value, depth + 1)
    except _TooDeepError:
        raise
    except Exception as error:  # an author's class may raise anything when it is read
        return Unreadable(f"a {kind.__name__} that cannot be read ({type(error).__name__})")


@cache
def _copier(kind: type) -> Callable[[Any, int], object] | None:
    """Choose what copies the values of a class; None where they are taken as they are."""
    if issubclass(kind, str):
        return lambda value, _: str.__str__(value)
    if issubclass(kind, int):
        return lambda value, _: int.__int__(value)
    if issubclass(kind, float):
        return lambda value, _: float.__float__(value)
    if issubclass(kind, tuple):
        return lambda value, depth: tuple([item if type(item) in PLAIN else _copy(item, depth) for item in value])
    if issubclass(kind, Mapping):
        return lambda value, depth: {
            key if type(key) is str else _copy(key, depth): item if type(item) in PLAIN else _copy(item, depth)
            for key, item in value.items()
        }
    if issubclass(kind, Sequence) and not issubclass(kind, bytes | bytearray | memoryview):
        return lambda value, depth: [item if type(item) in PLAIN else _copy(item, depth) for item in value]
    return None
