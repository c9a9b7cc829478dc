"""What is wrong with what Serve runs, be it typed or Serve's own configuration as a mapping.

A mapping is checked as the typed form that it amounts to. What goes beyond that form passes: null for a field that is left out, and
fields that it does not have, which Serve ignores on purpose, since a newer one may know them (Ray 2.52 serve/schema.py,
ServeDeploySchema). A field that is but misspelt would be lost, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeGuard

from heliostat.manifests.guess import slip_of
from heliostat.manifests.json_value import JsonValue
from heliostat.schemas.targets import Targets
from heliostat.specs.argument_types import shown_argument
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
            yield Problem(f'{argument}["applications"][{index}]', f"must be a mapping, got {shown_argument(application)}")
    yield from _ignored(argument, given, applications)
    if all(isinstance(application, Mapping) for application in applications):
        for problem in problems_of(_typed(ServeConfig, {**given, "applications": [*map(_application, applications)]}), targets):
            yield Problem(argument + _FIELD.sub(_as_key, problem.argument), problem.message)


def _ignored(argument: str, given: Mapping[str, JsonValue], applications: Sequence[JsonValue]) -> Iterator[Problem]:
    """Name the fields that Serve takes for some of another version, and those that it takes in one place only."""
    yield from _slips(argument, given, ServeConfig)
    for index, application in enumerate(applications):
        if not isinstance(application, Mapping):
            continue
        place = f'{argument}["applications"][{index}]'
        yield from _slips(place, application, ServeApplication)
        for key in sorted(_OF_ALL_APPLICATIONS & application.keys()):
            yield Problem(f'{place}["{key}"]', "must be given in http_options, for all applications together")
        deployments = application.get("deployments")
        for number, deployment in enumerate(deployments if _is_list(deployments) else ()):
            if isinstance(deployment, Mapping):
                yield from _slips(f'{place}["deployments"][{number}]', deployment, ServeDeployment)


def _slips(place: str, given: Mapping[str, JsonValue], cls: type[ServeConfig | ServeApplication | ServeDeployment]) -> Iterator[Problem]:
    known = [item.name for item in fields(cls)]
    for key in given:
        if key not in known and (meant := slip_of(key, known)):
            yield Problem(f'{place}["{key}"]', f'is no field of Serve, which ignores it, did you mean "{meant}"')


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


_OF_ALL_APPLICATIONS = {"host", "port"}
"""Fields of a single application, which ServeDeploySchema refuses."""

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
