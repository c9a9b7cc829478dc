"""Objects that fit their schema, and break a rule that stands in it."""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.lint.policy import Problem, policy
from heliostat.lint.resource import Resource
from heliostat.lint.world import World
from heliostat.schemas.cel import rule_problems
from heliostat.schemas.store import schema_for
from heliostat.schemas.validate import validate


@policy(severity="error")
def check(resource: Resource, world: World) -> Iterator[Problem]:
    """Evaluate the rules of the kind, as the API server does: only for objects of which nothing is missing or of another type."""
    schema = schema_for(str(resource.body["apiVersion"]), resource.ref.kind, world.targets, world.schemas)
    if schema is not None and not any(problem.blocking for problem in validate(resource.body, schema)):
        yield from (Problem(broken.message, broken.path) for broken in rule_problems(resource.body, schema))
