"""Schemas compiled for speed, by jsonschema-rs, which is made to answer in our terms."""

from __future__ import annotations

import binascii
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jsonschema_rs import Draft202012Validator

from heliostat.manifests.json_value import JsonObject, JsonValue, Path
from heliostat.schemas.place import value_at
from heliostat.schemas.strict import strict_schema
from heliostat.schemas.structure import object_of


@dataclass(frozen=True, slots=True)
class Violation:
    """One keyword of a schema that a value does not satisfy."""

    path: Path
    value: JsonValue
    keyword: str
    details: JsonObject
    """What the keyword asks, under names of the validator's own: `limit`, `options`, `unexpected`."""
    words: str
    """The validator's own words."""


@dataclass(frozen=True, slots=True)
class CompiledSchema:
    """What an object of one kind is held against; the validator may be shared by many kinds."""

    _validator: Draft202012Validator
    """Takes `{field: object}`, and has a field for each kind."""
    _field: str

    def accepts(self, body: JsonObject) -> bool:
        """Tell whether an object satisfies the schema."""
        return self._validator.is_valid({self._field: body})

    def violations(self, body: JsonObject) -> list[Violation]:
        """Name all that an object does not satisfy."""
        return [
            Violation(path, value_at(body, path), error.kind.name, error.kind.as_dict(), error.message)
            for error in self._validator.iter_errors({self._field: body})
            for path in [_path(error.instance, error.instance_path[1:], body)]
        ]


def compile_documents(documents: Sequence[JsonObject]) -> list[CompiledSchema]:
    """Compile the documents of schemas that have their definitions in common.

    Together they cost little more than the largest of them alone.

    Raises:
        ValueError: a document is no JSON Schema; a regular expression in it is wrong, for one.
    """
    fields: JsonObject = {}
    definitions: JsonObject = {}
    for number, document in enumerate(documents):
        strict = strict_schema(document)
        definitions |= object_of(strict.pop("$defs"))
        fields[str(number)] = strict
    validator = Draft202012Validator({"properties": fields, "$defs": definitions}, validate_formats=True, formats={"byte": _is_base64})
    return [CompiledSchema(validator, field) for field in fields]


def _path(value: object, steps: Sequence[str | int], body: JsonValue) -> Path:
    """Turn the validator's path to a value into one of ours: jsonschema-rs 0.61 gives a key of digits as a number, and no empty key."""
    paths = list(_paths(steps, body))
    return next((path for path in paths if value_at(body, path) == value), paths[0])


def _paths(steps: Sequence[str | int], body: JsonValue) -> Iterator[Path]:
    if isinstance(body, dict):
        if steps:
            step, *rest = steps
            named = [key for key in body if key == step or (isinstance(step, int) and key.isdecimal() and int(key) == step)]
            yield from ((key, *path) for key in named for path in _paths(rest, body[key]))
        else:
            yield ()
        if "" in body:
            yield from (("", *path) for path in _paths(steps, body[""]))
    elif not steps:
        yield ()
    elif isinstance(body, list) and isinstance(index := steps[0], int) and index < len(body):
        yield from ((index, *path) for path in _paths(steps[1:], body[index]))


def _is_base64(text: str) -> bool:
    """Tell whether Go's encoding/base64 reads a text: line breaks do not count, padding does."""
    try:
        binascii.a2b_base64(text.replace("\n", "").replace("\r", ""), strict_mode=True)
    except ValueError:
        return False
    return True
