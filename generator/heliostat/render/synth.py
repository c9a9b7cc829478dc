"""From the constructs of an environment to its manifests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cdk8s

from heliostat.constructs.environment import Application, Environment
from heliostat.manifests.errors import RefusedError
from heliostat.manifests.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Synthesis:
    """What an environment renders to: the manifests of each of its apps, in the order in which cdk8s puts them."""

    name: str
    """Name of the environment."""
    apps: Mapping[str, tuple[Manifest, ...]]
    """The manifests by the name of their app; apps in the order in which they were made."""


def synthesise(environment: Environment) -> Synthesis:
    """Render an environment to manifests.

    Raises:
        RefusedError: naming all refused arguments in the environment, or what cdk8s cannot render.
    """
    if environment.refused:
        raise RefusedError(environment.refused)
    apps: dict[str, tuple[Manifest, ...]] = {}
    for chart in environment.node.children:
        if isinstance(chart, cdk8s.Chart):
            apps[chart.node.id] = _manifests(chart, environment)
    return Synthesis(environment.name, apps)


def _manifests(chart: cdk8s.Chart, environment: Environment) -> tuple[Manifest, ...]:
    objects = [construct for construct in chart.node.find_all() if isinstance(construct, cdk8s.ApiObject)]
    nearest = chart.origin if isinstance(chart, Application) else environment.origin
    return tuple(
        Manifest(
            each.to_json(),
            getattr(each, "origin", nearest),
            each.node.path.removeprefix(f"{chart.node.path}/"),
            getattr(each, "waivers", ()),
        )
        for each in objects
    )
