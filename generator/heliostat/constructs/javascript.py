"""What crosses to JavaScript, and what would not arrive there as it was sent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from heliostat.manifests.json_value import JsonObject, JsonValue, Path, show_path

_LARGEST_EXACT = 2**53 - 1
"""Number.MAX_SAFE_INTEGER: beyond it JavaScript rounds whole numbers."""


def javascript_text(value: JsonValue) -> str:
    """Write JSON that JavaScript reads back as the same value, its keys sorted as cdk8s sorts them.

    Raises:
        ValueError: naming a whole number that JavaScript would round, or a number that is not finite.
    """
    for path, number in _rounded(value, ()):
        raise ValueError(f"{show_path(path)}: {number} is beyond what JavaScript holds exactly, and this object has to pass through it")
    return json.dumps(value, allow_nan=False, sort_keys=True)


def _rounded(value: JsonValue, path: Path) -> list[tuple[Path, int]]:
    if isinstance(value, dict):
        return [found for key, item in value.items() for found in _rounded(item, (*path, key))]
    if isinstance(value, list):
        return [found for index, item in enumerate(value) for found in _rounded(item, (*path, index))]
    return [(path, value)] if isinstance(value, int) and abs(value) > _LARGEST_EXACT else []


def plain(value: JsonObject) -> JsonObject:
    """Copy a manifest as cdk8s writes it: entries of mappings that are None are dropped, those of lists are kept."""
    return {key: _plain(item) for key, item in value.items() if item is not None}


def _plain(value: object) -> JsonValue:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, Sequence):
        return [_plain(item) for item in value]
    assert value is None or isinstance(value, bool | int | float), f"{value!r} is no value of a manifest"
    return value
