"""What crosses to JavaScript, and what would not arrive there as it was sent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from heliostat.manifests.json_value import JsonObject, JsonValue, Path, show_path

_LARGEST_EXACT = 2**53 - 1
"""Number.MAX_SAFE_INTEGER: beyond it JavaScript rounds whole numbers."""

_ENCODER = json.JSONEncoder(allow_nan=False, sort_keys=True)


def javascript_text(value: JsonObject) -> str:
    """Write JSON that JavaScript reads back as the same value, its keys sorted as cdk8s sorts them.

    Raises:
        ValueError: naming a whole number that JavaScript would round, or saying that a number is not finite.
    """
    for path, number in _rounded(value, ()):
        raise ValueError(f"{show_path(path)}: {number} is beyond what JavaScript holds exactly, and this object has to pass through it")
    return _ENCODER.encode(value)


def _rounded(value: JsonValue, path: Path) -> Iterator[tuple[Path, int]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _rounded(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _rounded(item, (*path, index))
    elif isinstance(value, int) and abs(value) > _LARGEST_EXACT:
        yield path, value


_SCALARS = frozenset({str, int, bool, float, type(None)})


_SAID = _SCALARS - {type(None)}


def plain(value: Mapping[str, Any]) -> JsonObject:
    """Bring a manifest into the form that cdk8s writes: entries of mappings that are None are dropped, those of lists are kept.

    One that is in that form already, as nearly all are, comes back itself.

    Raises:
        TypeError: for a value that no manifest can hold.
    """
    return cast("JsonObject", value) if _is_plain(value) else _copied(value)


def _is_plain(value: Any) -> bool:
    if type(value) is dict:
        for key, item in value.items():  # noqa: SIM110  # a generator would take twice as long
            if type(key) is not str or (type(item) not in _SAID and not _is_plain(item)):
                return False
        return True
    if type(value) is list:
        for item in value:  # noqa: SIM110  # the same
            if type(item) not in _SCALARS and not _is_plain(item):
                return False
        return True
    return False


def _copied(value: Mapping[str, Any]) -> JsonObject:
    return {
        key if type(key) is str else str.__str__(key): item
        if type(item) in _SCALARS
        else _copied(item)
        if type(item) is dict
        else _plain(item)
        for key, item in value.items()
        if item is not None
    }


def _plain(value: Any) -> JsonValue:
    if type(value) is list:
        return [item if type(item) in _SCALARS else _copied(item) if type(item) is dict else _plain(item) for item in value]
    # what authors give may be of any class that is text, a number, a mapping or a sequence; asking for that takes long
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, Mapping):
        return _copied(value)
    if isinstance(value, Sequence):
        return _plain(list(value))
    raise TypeError(f"{value!r} is no value of a manifest")
