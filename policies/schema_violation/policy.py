"""Objects that the API server refuses, or takes without a field that it does not know."""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.lint.policy import Problem, policy
from heliostat.lint.resource import Resource
from heliostat.lint.world import World
from heliostat.schemas.products import product_of
from heliostat.schemas.store import schema_for
from heliostat.schemas.unknown_kinds import why_unknown
from heliostat.schemas.validate import validate


@policy(severity="error")
def check(resource: Resource, world: World) -> Iterator[Problem]:
    """Hold every object against the schema of its kind; what is not known to be in the cluster or not is not looked at."""
    asked = (str(resource.body["apiVersion"]), resource.ref.kind, world.targets, world.schemas)
    schema = schema_for(*asked)
    if schema is not None:
        yield from (Problem(found.message, found.path) for found in validate(resource.body, schema))
    elif getattr(world.targets, product_of(resource.ref.group)) is not None and (reason := why_unknown(*asked)) is not None:
        yield Problem(f"is not served: {reason}", ("apiVersion",))
