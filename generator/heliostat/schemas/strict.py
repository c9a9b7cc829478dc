"""What the API server holds an object against, said in JSON Schema 2020-12.

Sources: k8s.io/apiextensions-apiserver v0.35.4, pkg/apiserver/schema/pruning/algorithm.go (which fields are unknown) and
pkg/apiserver/validation/formats.go (which formats count); k8s.io/kube-openapi, pkg/validation/validate (ranges of integers).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jsonschema_rs import Draft202012Validator

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.quantity_fields import FORMAT as QUANTITY_FORMAT
from heliostat.schemas.quantity_fields import PATTERN as QUANTITY_PATTERN
from heliostat.schemas.structure import LOGIC, STRUCTURE, list_of, map_schemas, object_of, references_in
from heliostat.schemas.type_and_metadata import with_type_and_metadata

_SAME = frozenset(
    {"$ref", "enum", "maximum", "minimum", "multipleOf", "pattern", "type"}
    | {"maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"}
    | STRUCTURE
    | LOGIC
)
"""Keywords that mean here what they mean there; annotations, `x-kubernetes-…` and `default` among them, are left out."""

_TRANSLATED = frozenset(
    {"anyOf", "exclusiveMaximum", "exclusiveMinimum", "format", "nullable", "oneOf", "required", "x-kubernetes-int-or-string"}
)

_RANGES: Mapping[JsonValue, tuple[int, int]] = {
    "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint32": (0, 2**32 - 1),
    "uint64": (0, 2**64 - 1),
}
"""What a whole number can be; without a format it is an int64. In a custom resource the API server itself takes an int32 that is too
large, and then the controller that owns the kind reads none of its objects any more, so it is refused here.
"""
_NOT_NULL = ("array", "boolean", "integer", "number", "object", "string")
"""The types of what may stand where a schema names no type."""
_FORMATS = frozenset({"byte", "date", "date-time", "ipv4", "ipv6"})
"""Formats of text that mean the same here and there; of the others the API server checks some, by Go's own rules for each."""


def strict_schema(document: JsonObject) -> JsonObject:
    """Compile a schema's document into the JSON Schema that an object satisfies when the API server takes it whole.

    Unknown fields are refused where the API server would drop them, and a field with a default need not be there.
    """
    definitions = object_of(document.get("$defs"))
    root = _closed({keyword: value for keyword, value in document.items() if keyword != "$defs"})
    made: JsonObject = {}
    ahead = list(references_in(root))
    while ahead:
        name = ahead.pop()
        if name not in made:
            made[name], references = _definition(object_of(definitions[name]))
            ahead += references
    return {**root, "$defs": made}


_definitions: dict[int, tuple[JsonObject, JsonObject, tuple[str, ...]]] = {}
"""What became of a definition, by its identity: kinds share most of them. It is kept too, so that its identity stays its own."""


def _definition(schema: JsonObject) -> tuple[JsonObject, tuple[str, ...]]:
    known = _definitions.get(id(schema))
    if known is None:
        made = _closed(schema)
        known = _definitions[id(schema)] = (schema, made, tuple(references_in(made)))
    return known[1:]


def _closed(schema: JsonObject, field: str = "") -> JsonObject:
    """Say a part of the value: fields that it does not have are refused, and a null is none where none may stand."""
    whole = with_type_and_metadata(schema) if schema.get("x-kubernetes-embedded-resource") is True else schema
    made = map_schemas(_words(whole), _closed, STRUCTURE)
    made = map_schemas(made, lambda condition, _: _condition(condition, whole), LOGIC)
    is_object = schema.get("type") == "object" or "properties" in made
    if is_object and not ({"$ref", "additionalProperties"} & made.keys() or schema.get("x-kubernetes-preserve-unknown-fields")):
        made["additionalProperties"] = False
        made.setdefault("properties", {})
    if field and not {"$ref", "type"} & made.keys() and schema.get("nullable") is not True:
        made["type"] = [*_NOT_NULL]
    return made


def _condition(schema: JsonObject, spine: JsonObject) -> JsonObject:
    """Say a further condition on a value: what it does not speak of is free.

    `spine` is the schema of the value itself. A field that has a default there may be missing where the condition takes the default.
    """
    made = map_schemas(_words(schema), lambda below, _: _condition(below, spine), LOGIC)
    properties = object_of(spine.get("properties"))
    below_it: Mapping[str, JsonValue] = {"items": spine.get("items"), "additionalProperties": spine.get("additionalProperties")}
    for keyword in below_it.keys() & made.keys():
        made[keyword] = _condition(object_of(made[keyword]), object_of(below_it[keyword]))
    defaults = {name: below["default"] for name, below in properties.items() if isinstance(below, dict) and "default" in below}
    conditions = {name: _condition(object_of(below), object_of(properties.get(name))) for name, below in _fields(made)}
    if conditions:
        made["properties"] = {**conditions}
    required = [name for name in map(str, list_of(made.pop("required", None))) if name not in defaults]
    required += [name for name in conditions.keys() & defaults.keys() if not _takes(conditions[name], defaults[name])]
    if required:
        made["required"] = [*dict.fromkeys(sorted(required))]
    return made


def _fields(schema: JsonObject) -> Iterable[tuple[str, JsonValue]]:
    return object_of(schema.get("properties")).items()


def _takes(condition: JsonObject, value: JsonValue) -> bool:
    return Draft202012Validator(condition, validate_formats=True).is_valid(value)


def _words(schema: JsonObject) -> JsonObject:
    """Translate the keywords of one schema, and leave those below it as they are."""
    made = {keyword: value for keyword, value in schema.items() if keyword in _SAME}
    if _TRANSLATED.isdisjoint(schema) and schema.get("type") != "integer":
        return made
    if schema.get("x-kubernetes-int-or-string") is True:
        made["type"] = ["integer", "string"]
    for choice in ("anyOf", "oneOf"):
        types = [object_of(condition).get("type") for condition in list_of(schema.get(choice)) if len(object_of(condition)) == 1]
        if types and None not in types and len(types) == len(list_of(schema[choice])):
            made["type"] = types
            del made[choice]
    if schema.get("nullable") is True and "type" in made:
        made["type"] = [*(list_of(made["type"]) or [made["type"]]), "null"]
    for bound in ("minimum", "maximum"):
        exclusive = f"exclusive{bound.capitalize()}"
        if schema.get(exclusive) is True:
            made[exclusive] = made.pop(bound)
    properties = object_of(schema.get("properties"))
    required = [field for field in list_of(schema.get("required")) if "default" not in object_of(properties.get(str(field)))]
    if required:
        made["required"] = required
    return made | _format(schema, made.get("type"))


def _format(schema: JsonObject, types: JsonValue) -> JsonObject:
    format_ = schema.get("format")
    if types == "integer" or "integer" in list_of(types):
        low, high = schema.get("minimum"), schema.get("maximum")
        least, most = _RANGES.get(format_, _RANGES["int64"])
        return {
            "minimum": max(low, least) if isinstance(low, int | float) else least,
            "maximum": min(high, most) if isinstance(high, int | float) else most,
        }
    if format_ == QUANTITY_FORMAT:
        return {"pattern": QUANTITY_PATTERN}
    return {"format": format_} if format_ in _FORMATS else {}
