"""Hold an object against the schema of its kind, as strictly as an API server that was told to refuse unknown fields.

CEL rules (`x-kubernetes-validations`) are not evaluated.
"""

from __future__ import annotations

import binascii
from collections.abc import Sequence
from copy import deepcopy
from functools import cache

from jsonschema_rs import Draft202012Validator

from heliostat.manifests.json_value import JsonObject, Path
from heliostat.schemas.duplicates import Place, duplicates, places
from heliostat.schemas.explain import explain
from heliostat.schemas.place import path_of, value_at
from heliostat.schemas.schema_problem import SchemaProblem
from heliostat.schemas.store import Schema
from heliostat.schemas.strict import strict_schema


def validate(body: JsonObject, schema: Schema) -> list[SchemaProblem]:
    """Find all that is wrong with an object, in the order of the paths; none for an object that is taken as it is.

    Defaults need not be filled in. A null where no null may stand is taken as absent, as the API server takes it.
    """
    validator, lists = _compiled(schema)
    problems = list(duplicates(body, lists))
    if not validator.is_valid(body):
        errors = list(validator.iter_errors(body))
        nulls = [path_of(None, error.instance_path, body) for error in errors if error.instance is None]
        if nulls:
            body = _without(body, nulls)
            errors = list(validator.iter_errors(body))
        problems += explain(errors, body, schema.document)
    return sorted(problems, key=_order)


def _order(problem: SchemaProblem) -> list[tuple[int, str]]:
    return [(step, "") if isinstance(step, int) else (-1, step) for step in problem.path]


def compile_validator(document: JsonObject) -> Draft202012Validator:
    """Compile the document of a schema.

    Raises:
        ValueError: the document is no JSON Schema; a regular expression in it is wrong, for one.
    """
    return Draft202012Validator(strict_schema(document), validate_formats=True, formats={"byte": _is_base64})


@cache
def _compiled(schema: Schema) -> tuple[Draft202012Validator, Place]:
    return compile_validator(schema.document), places(schema.document)


def _without(body: JsonObject, fields: Sequence[Path]) -> JsonObject:
    """Copy an object without some of its fields; items of lists stay, they have no absence."""
    made = deepcopy(body)
    for path in fields:
        holder = value_at(made, path[:-1])
        if isinstance(holder, dict):
            holder.pop(str(path[-1]), None)
    return made


def _is_base64(text: str) -> bool:
    """Tell whether Go's encoding/base64 reads a text: line breaks do not count, padding does."""
    try:
        binascii.a2b_base64(text.replace("\n", "").replace("\r", ""), strict_mode=True)
    except ValueError:
        return False
    return True
