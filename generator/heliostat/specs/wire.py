"""The JSON that Kubernetes reads for a bundle of arguments: its fields in camelCase, those that say nothing left out."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.specs.arguments import is_arguments
from heliostat.specs.reference import Named

_KEY, _WRITE, _SKIP = "heliostat.key", "heliostat.write", "heliostat.skip"

SKIPPED: Mapping[str, object] = {_SKIP: True}
"""Metadata of a field that is not written by `wire`, because something else renders it."""


def spelled(key: str | None = None, *, write: Callable[[Any], JsonValue] | None = None) -> Mapping[str, object]:
    """Make the metadata of a field that is not written the plain way: `field(default=None, metadata=spelled("hostIPC"))`.

    Args:
        key: the upstream name, where camelCase of the field's name is not it.
        write: what makes the JSON of a value, where `json_of` does not.
    """
    return {_KEY: key, _WRITE: write}


def camel_case(name: str) -> str:
    """Spell a Python name as Kubernetes does: `node_selector` as `nodeSelector`, `from_` as `from`."""
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(word.capitalize() for word in rest)


def wire(value: object, *, fields_of: type | None = None) -> JsonObject:
    """Write the fields of an `@arguments` instance; None, empty mappings and empty lists are left out.

    Args:
        value: the instance.
        fields_of: a class it inherits from, to write only the fields that this class has.
    """
    body: JsonObject = {}
    for item in dataclasses.fields(cast("Any", fields_of or value)):
        given = getattr(value, item.name)
        if item.metadata.get(_SKIP) or given is None or (isinstance(given, Mapping | Sequence) and not given):
            continue
        key, write = item.metadata.get(_KEY), item.metadata.get(_WRITE)
        body[key or camel_case(item.name)] = (write or json_of)(given)
    return body


def json_of(value: object) -> JsonValue:
    """Write any argument: nested instances by their own `wire` method where they have one, references as their name."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_arguments(value):
        own = getattr(value, "wire", None)
        return cast("JsonValue", own()) if own is not None else wire(value)
    if isinstance(value, Mapping):
        return {key: json_of(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [json_of(item) for item in value]
    if isinstance(value, Named):
        return value.name
    raise TypeError(f"{type(value).__name__} cannot be written")
