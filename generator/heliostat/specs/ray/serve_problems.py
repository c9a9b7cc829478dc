"""What is wrong with what Serve runs, be it typed or Serve's own configuration as a mapping.

A mapping is checked as the typed form that it amounts to. What goes beyond that form passes: fields that it does not have, which
another version of Serve may know, and null for a field that is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeGuard

from heliostat.manifests.json_value import JsonValue
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, problems_of
from heliostat.specs.ray.serve_config import ServeApplication, ServeConfig, ServeDeployment, serve_config_text

_NAMELESS = "default"
"""What Serve calls an application without a name (Ray 2.52 serve/schema.py, ServeApplicationSchema)."""

_FIELD = re.compile(r'"[^"]*"|(?:^|\.)(\w+)')


def serve_config_problems(argument: str, given: ServeConfig | Mapping[str, JsonValue], targets: Targets) -> Iterator[Problem]:
    """Check what a typed configuration does not check itself: that it can be written, and all of a mapping."""
    try:
        serve_config_text(given)
    except ValueError as error:
        yield Problem(argument, str(error))
        return
    if isinstance(given, Mapping):
        yield from _mapping_problems(argument, given, targets)


def _mapping_problems(argument: str, given: Mapping[str, JsonValue], targets: Targets) -> Iterator[Problem]:
    applications = given.get("applications")
    if not _is_list(applications) or not applications:
        yield Problem(argument, 'must have a list of "applications"')
        return
    for index, application in enumerate(applications):
        if not isinstance(application, Mapping):
            yield Problem(f'{argument}["applications"][{index}]', f"must be a mapping, got {application!r}")
    if all(isinstance(application, Mapping) for application in applications):
        for problem in problems_of(_typed(ServeConfig, {**given, "applications": [*map(_application, applications)]}), targets):
            yield Problem(argument + _FIELD.sub(_as_key, problem.argument), problem.message)


def _application(given: Any) -> object:
    deployments = given.get("deployments")
    if _is_list(deployments):
        typed = [_typed(ServeDeployment, each) if isinstance(each, Mapping) else each for each in deployments]
        given = {**given, "deployments": typed}
    return _typed(ServeApplication, {"name": _NAMELESS, **given})


def _typed(cls: type[ServeConfig | ServeApplication | ServeDeployment], given: Mapping[str, Any]) -> object:
    """Give a typed form what it knows of a mapping, and of nulls only the one that says something."""
    known = {item.name for item in fields(cls)} - _OF_ANY_TYPE
    said = {key: _without_nulls(value) for key, value in given.items() if key in known and (value is not None or key == "route_prefix")}
    return cls(**said)


_OF_ANY_TYPE = {"user_config"}
"""Fields that Serve takes more for than the typed form does."""


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    return value


def _is_list(value: object) -> TypeGuard[Sequence[JsonValue]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _as_key(found: re.Match[str]) -> str:
    return f'["{found[1]}"]' if found[1] else found[0]
