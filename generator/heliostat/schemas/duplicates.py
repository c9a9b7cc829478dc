"""Entries that stand twice in a list where each may stand once: lists of type `map` and `set`.

Source: k8s.io/apiextensions-apiserver v0.35.4, pkg/apiserver/schema/listtype/validation.go. For built-in kinds the schema of
server-side apply asks the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from heliostat.manifests.json_value import JsonObject, JsonValue, Path
from heliostat.schemas.explain import show
from heliostat.schemas.place import definition_of, resolve
from heliostat.schemas.schema_problem import SchemaProblem
from heliostat.schemas.structure import list_of, object_of


@dataclass(slots=True)
class Place:
    """Where in a kind there are such lists: what to look at in a value, and where to look further."""

    keys: dict[str, JsonValue] | None = None
    """The keys of a list of type `map`, each with the default that counts where an entry lacks it; none for a `set`."""
    fields: dict[str, Place] = field(default_factory=dict)
    others: Place | None = None
    items: Place | None = None

    @property
    def idle(self) -> bool:
        """Tell whether there is nothing to look at."""
        return self.keys is None and not self.fields and self.others is None and self.items is None


def places(document: JsonObject) -> Place:
    """Read off a schema's document where its lists with identity are."""
    return _Reader(document).place(document)


def duplicates(body: JsonObject, place: Place) -> list[SchemaProblem]:
    """Find the entries that stand twice in an object."""
    return list(_duplicates(body, place, ())) if _suspicious(body, place) else []


def _suspicious(value: JsonValue, place: Place) -> bool:
    """Tell whether a value may hold such an entry: quick for the many that hold none, and without an account of where."""
    if isinstance(value, dict):
        fields, others = place.fields, place.others
        for key, item in value.items():
            below = fields.get(key, others)
            if below is not None and _suspicious(item, below):
                return True
    elif isinstance(value, list):
        if place.keys is not None and len(value) > 1 and _may_repeat(value, place.keys):
            return True
        if place.items is not None:
            for item in value:
                if _suspicious(item, place.items):
                    return True
    return False


def _may_repeat(entries: list[JsonValue], keys: dict[str, JsonValue]) -> bool:
    try:
        if keys:
            return len({tuple(_identity(entry, keys)) for entry in entries if isinstance(entry, dict)}) < len(entries)
        return len(set(entries)) < len(entries)
    except TypeError:
        return True


def _identity(entry: JsonObject, keys: dict[str, JsonValue]) -> list[JsonValue]:
    """Give what an entry is known by; a null where no null may stand is as good as nothing."""
    return [default if (value := entry.get(key)) is None else value for key, default in keys.items()]


def _duplicates(value: JsonValue, place: Place, path: Path) -> Iterator[SchemaProblem]:
    if isinstance(value, dict):
        for key, item in value.items():
            below = place.fields.get(key, place.others)
            if below is not None:
                yield from _duplicates(item, below, (*path, key))
    elif isinstance(value, list):
        if place.keys is not None:
            yield from _repeated(value, place.keys, path)
        if place.items is not None:
            for index, item in enumerate(value):
                yield from _duplicates(item, place.items, (*path, index))


def _repeated(entries: list[JsonValue], keys: dict[str, JsonValue], path: Path) -> Iterator[SchemaProblem]:
    """Tell of each repeated entry once, where it stands the second time; entries without keys are the validator's to tell."""
    if keys and not all(isinstance(entry, dict) or entry is None for entry in entries):
        return
    seen: dict[str, int | None] = {}
    for index, entry in enumerate(entries):
        identity = (_identity(entry, keys) if isinstance(entry, dict) else [None for _ in keys]) if keys else [entry]
        spelled = json.dumps(identity, sort_keys=True)
        first = seen.setdefault(spelled, index)
        if first is not None and first != index:
            seen[spelled] = None
            repeats = f"has the same {' and '.join(keys)} as [{first}]" if keys else "is in the list twice"
            yield SchemaProblem((*path, index), f"{repeats}: {', '.join(map(show, identity))}")


_definitions: dict[int, tuple[JsonObject, Place | None]] = {}
"""What was read off a definition, by its identity: kinds share most of them. It is kept too, so that its identity stays its own."""


class _Reader:
    def __init__(self, document: JsonObject) -> None:
        self._document = document

    def place(self, schema: JsonObject) -> Place:
        """Read one schema; parts without such a list are left out."""
        below = {name: self._below(object_of(part)) for name, part in object_of(schema.get("properties")).items()}
        return Place(
            keys=self._keys(schema),
            fields={name: place for name, place in below.items() if place is not None},
            others=self._below(object_of(schema.get("additionalProperties"))),
            items=self._below(object_of(schema.get("items"))),
        )

    def _below(self, schema: JsonObject) -> Place | None:
        if "$ref" in schema:
            return self._definition(definition_of(schema, self._document))
        place = self.place(schema) if schema else Place()
        return None if place.idle else place

    def _definition(self, schema: JsonObject) -> Place | None:
        """Read a definition once; one that refers to itself finds the place that is being filled."""
        known = _definitions.get(id(schema))
        if known is None:
            place = Place()
            _definitions[id(schema)] = (schema, place)
            read = self.place(schema)
            place.keys, place.fields, place.others, place.items = read.keys, read.fields, read.others, read.items
            known = _definitions[id(schema)] = (schema, None if place.idle else place)
        return known[1]

    def _keys(self, schema: JsonObject) -> dict[str, JsonValue] | None:
        match schema.get("x-kubernetes-list-type"):
            case "set":
                return {}
            case "map":
                fields = object_of(resolve(object_of(schema.get("items")), self._document).get("properties"))
                return {str(key): object_of(fields.get(str(key))).get("default") for key in list_of(schema["x-kubernetes-list-map-keys"])}
        return None
