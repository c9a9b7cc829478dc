"""From the constructs of an environment to its manifests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NotRequired, TypedDict, cast

from heliostat.constructs.environment import Environment
from heliostat.constructs.manifest_object import ManifestObject
from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.manifest import Manifest
from heliostat.specs.argocd.root import FOLDER as DELIVERY


@dataclass(frozen=True, slots=True)
class Synthesis:
    """What an environment renders to."""

    name: str
    """Name of the environment."""
    apps: Mapping[str, tuple[Manifest, ...]]
    """The manifests by the name of their app, in the order that their dependencies ask for."""
    refused: tuple[str, ...] = ()
    """What is wrong with arguments, and what cdk8s cannot render; the objects concerned are left out."""


class _Object(TypedDict):
    """What JavaScript says of an object (assembly/src/index.ts, SurveyedObject): one of the last two."""

    path: str
    place: int
    metadata: NotRequired[JsonObject]
    manifest: NotRequired[JsonObject]


class _App(TypedDict):
    name: str
    place: int
    objects: list[_Object]


class _Mentioned(TypedDict):
    """A construct: the place of the nearest one that Python knows, and the path from there, empty for that one itself."""

    place: int
    path: str


class _Problem(_Mentioned):
    """What is wrong with a construct (SurveyedProblem): one of both."""

    message: NotRequired[str]
    through: NotRequired[list[_Mentioned]]


class _Survey(TypedDict):
    apps: list[_App]
    problems: list[_Problem]


def synthesise(environment: Environment) -> Synthesis:
    """Render an environment to manifests.

    Raises:
        RefusedError: naming all that is wrong in the environment, where cdk8s cannot resolve it.
        ConfigurationError: when two of its apps have one name, or one has a name that is taken.
        FailedError: when Node ends meanwhile.
    """
    apps: dict[str, tuple[Manifest, ...]] = {}
    survey = cast("_Survey", environment.survey())
    for app in survey["apps"]:
        if app["name"] in apps:
            raise ConfigurationError(f'{environment.at(app["place"]).origin}: app "{app["name"]}": is there already')
        if app["name"] == DELIVERY:
            raise ConfigurationError(f'{environment.at(app["place"]).origin}: app "{DELIVERY}": is the name of what `ArgoCD` makes')
        apps[app["name"]] = tuple(_manifest(environment, each) for each in app["objects"])
    problems = [_told(environment, problem) for problem in survey["problems"]]
    return Synthesis(environment.name, apps, (*environment.refused, *problems))


def _manifest(environment: Environment, each: _Object) -> Manifest:
    nearest = environment.at(each["place"])
    if isinstance(nearest, ManifestObject):
        body = each["manifest"] if "manifest" in each else nearest.manifest(each["metadata"])
        return Manifest(body, nearest.origin, each["path"], nearest.waivers, nearest.unless)
    return Manifest(each["manifest"], nearest.origin, each["path"])


def _told(environment: Environment, problem: _Problem) -> str:
    others = [f"{_label(environment, each)} ({environment.at(each['place']).origin})" for each in problem.get("through", [])]
    cycle = f"depends on itself{' by way of ' if others else ''}{', '.join(others)}"
    return f"{environment.at(problem['place']).origin}: {_label(environment, problem)}: {problem.get('message', cycle)}"


def _label(environment: Environment, mentioned: _Mentioned) -> str:
    known = environment.at(mentioned["place"]).label
    return f'"{mentioned["path"]}" in {known}' if mentioned["path"] else known
