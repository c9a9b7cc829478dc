"""The JSON that Kubernetes reads for a bundle of arguments: its fields in camelCase, those that say nothing left out."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import Any, cast

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.specs.arguments import is_arguments
from heliostat.specs.reference import Named

_KEY, _WRITE, _SKIP = "heliostat.key", "heliostat.write", "heliostat.skip"

_COLLECTIONS = (tuple, dict, list, Mapping, Sequence)
"""What is left out when empty; the classes that are nearly always meant come first, since asking for the last two takes long."""

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
    own = vars(value)
    fields, with_default = _written(cast("Hashable", type(value)), cast("Hashable", fields_of or type(value)))
    for name, given in own.items():
        if name in fields and given is not None and (given or not isinstance(given, _COLLECTIONS)):
            key, write = fields[name]
            body[key] = write(given)
    for name in with_default:
        if name not in own:
            key, write = fields[name]
            body[key] = write(getattr(value, name))
    return body


@cache
def _written(cls: type, fields_of: type) -> tuple[Mapping[str, tuple[str, Callable[[Any], JsonValue]]], Sequence[str]]:
    """Name the fields that `wire` writes, each with its upstream key and what writes it, and those whose default says something."""
    wanted = {entry.name for entry in dataclasses.fields(fields_of)}
    written = [entry for entry in dataclasses.fields(cls) if entry.name in wanted and not entry.metadata.get(_SKIP)]
    fields = {entry.name: (entry.metadata.get(_KEY) or camel_case(entry.name), entry.metadata.get(_WRITE) or json_of) for entry in written}
    return fields, [entry.name for entry in written if _default_speaks(entry)]


def _default_speaks(entry: dataclasses.Field[object]) -> bool:
    return entry.default not in (None, (), dataclasses.MISSING) or entry.default_factory not in (dict, dataclasses.MISSING)


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
