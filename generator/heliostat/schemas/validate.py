"""Hold an object against the schema of its kind, as strictly as an API server that was told to refuse unknown fields.

CEL rules (`x-kubernetes-validations`) are left to `cel`; `check` does both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy

from heliostat.manifests.json_value import JsonObject, Path
from heliostat.schemas.compiled import CompiledSchema, Violation, compile_documents
from heliostat.schemas.duplicates import Place, duplicates, places
from heliostat.schemas.explain import explain
from heliostat.schemas.place import value_at
from heliostat.schemas.schema_problem import SchemaProblem, in_order
from heliostat.schemas.store import Schema
from heliostat.schemas.structure import list_of

_UNKNOWN = "additionalProperties"

_prepared: dict[Schema, tuple[CompiledSchema, Place]] = {}


def validate(body: JsonObject, schema: Schema) -> list[SchemaProblem]:
    """Find all that is wrong with an object, in the order of the paths; none for an object that is taken as it is.

    Defaults need not be filled in. A null where no null may stand is taken as absent, as the API server takes it.
    """
    if schema not in _prepared:
        prepare([schema])
    compiled, lists = _prepared[schema]
    problems = duplicates(body, lists)
    if not compiled.accepts(body):
        problems += explain(_violations(compiled, body), schema.document)
    return in_order(problems)


def prepare(schemas: Iterable[Schema]) -> None:
    """Compile schemas ahead of their first use: many at once take a fraction of the time that they take one by one."""
    families: dict[int, list[Schema]] = {}
    for schema in dict.fromkeys(schemas):
        if schema not in _prepared:
            families.setdefault(id(schema.document["$defs"]), []).append(schema)
    for family in families.values():
        for schema, compiled in zip(family, compile_documents([schema.document for schema in family]), strict=True):
            _prepared[schema] = (compiled, places(schema.document))


def _violations(compiled: CompiledSchema, body: JsonObject) -> list[Violation]:
    """Name what an object does not satisfy once the API server has dropped unknown fields and nulls where none may stand."""
    found = compiled.violations(body)
    nulls = [violation.path for violation in found if violation.value is None]
    unknown = [violation for violation in found if violation.keyword == _UNKNOWN]
    fields = [(*violation.path, str(field)) for violation in unknown for field in list_of(violation.details["unexpected"])]
    if nulls or fields:
        left = compiled.violations(_without(body, [*nulls, *fields]))
        found = [*unknown, *(violation for violation in left if violation.keyword != _UNKNOWN)]
    return found


def _without(body: JsonObject, fields: Sequence[Path]) -> JsonObject:
    """Copy an object without some of its fields; items of lists stay, they have no absence."""
    made = deepcopy(body)
    for path in fields:
        holder = value_at(made, path[:-1])
        if isinstance(holder, dict):
            holder.pop(str(path[-1]), None)
    return made
