"""All that the API server has against an object: its schema, and the CEL rules in it."""

from __future__ import annotations

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.cel import rule_problems
from heliostat.schemas.schema_problem import SchemaProblem, in_order
from heliostat.schemas.store import Schema
from heliostat.schemas.validate import validate


def check(body: JsonObject, schema: Schema) -> list[SchemaProblem]:
    """Find all that is wrong with an object, in the order of the paths.

    As at the API server, rules are evaluated for objects alone of which nothing is missing, of the wrong type or too long.
    """
    problems = validate(body, schema)
    if any(problem.blocking for problem in problems):
        return problems
    broken = rule_problems(body, schema)
    return in_order([*problems, *broken]) if broken else problems
