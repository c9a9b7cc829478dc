"""Store once what stands in many places: fold trees of schemas into definitions, and unfold them again.

A pod template stands in a RayCluster twice and in a RayJob four times, and each time it is the same thousand fields.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.quantity_fields import is_quantity
from heliostat.schemas.structure import REFERENCE, STRUCTURE, map_schemas, object_of, schemas_below

_NODE = "$node"
_REFERENCE_COST = len(json.dumps({"$ref": f"{REFERENCE}definition"}))


def fold(trees: Sequence[tuple[str, JsonObject]]) -> tuple[JsonObject, list[JsonObject]]:
    """Split schemas into the definitions that they share and what is left of each.

    A folded place reads `{"$ref": "#/$defs/…"}`, with `default` beside it where the place has one. The given schemas
    themselves are never folded away, nor are conditions, in which a field that is not spoken of is not an unknown one; a quantity
    always is, so that it can be told by looking at the definitions alone.

    Args:
        trees: names and schemas; a name starts the names of definitions that have no field to be called after.

    Returns:
        The definitions by name, and the folded schemas in the order given. Equal input gives equal names.
    """
    forest = _Forest()
    roots = [forest.add(schema, name) for name, schema in trees]
    return forest.fold(roots)


def unfold(schema: JsonObject, definitions: JsonObject) -> JsonObject:
    """Put the definitions back into their places."""
    reference = schema.get("$ref")
    if isinstance(reference, str):
        beside = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
        schema = {**object_of(definitions[reference.removeprefix(REFERENCE)]), **beside}
    return map_schemas(schema, lambda below, _: unfold(below, definitions))


class _Forest:
    """The different schemas of many trees, each once; a place that held a schema holds its number, children before parents."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._nodes: list[tuple[str, JsonObject]] = []

    def add(self, schema: JsonObject, name: str) -> int:
        """Take in a tree and give its number."""
        node = map_schemas(schema, lambda below, field: self._place(below, field or name), STRUCTURE)
        number = self._numbers.setdefault(json.dumps(node, sort_keys=True), len(self._nodes))
        if number == len(self._nodes):
            self._nodes.append((name, node))
        return number

    def _place(self, schema: JsonObject, name: str) -> JsonObject:
        rest = {keyword: value for keyword, value in schema.items() if keyword != "default"}
        place: JsonObject = {_NODE: self.add(rest, name)}
        return {**place, "default": schema["default"]} if "default" in schema else place

    def fold(self, roots: Sequence[int]) -> tuple[JsonObject, list[JsonObject]]:
        """Decide what becomes a definition: what is shorter to name in its places than to repeat there."""
        uses = Counter(place[_NODE] for _, node in self._nodes for place in schemas_below(node, STRUCTURE))
        definitions: JsonObject = {}
        bodies: list[JsonObject] = []
        places: list[JsonObject] = []
        for number, (name, node) in enumerate(self._nodes):
            body = map_schemas(node, lambda place, _: _filled(place, places), STRUCTURE)
            bodies.append(body)
            size = len(json.dumps(body))
            if is_quantity(body) or (uses[number] - 1) * size > (uses[number] + 1) * _REFERENCE_COST:
                free = _free_name(name, definitions)
                definitions[free] = body
                places.append({"$ref": REFERENCE + free})
            else:
                places.append(body)
        return definitions, [bodies[root] for root in roots]


def _filled(place: JsonObject, places: Sequence[JsonObject]) -> JsonObject:
    number = place[_NODE]
    assert isinstance(number, int)
    return {**places[number], **{keyword: value for keyword, value in place.items() if keyword != _NODE}}


def _free_name(name: str, taken: JsonObject) -> str:
    plain = "".join(character for character in name if character.isascii() and character.isalnum())
    return next(free for free in (plain, *(f"{plain}{count}" for count in range(2, len(taken) + 3))) if free and free not in taken)
