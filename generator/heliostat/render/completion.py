"""Adds to an environment what follows from everything else in it, and no construct can know when it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from heliostat.constructs.environment import Environment
from heliostat.constructs.image_prepull import ImagePrepull
from heliostat.constructs.install.kueue import Kueue
from heliostat.manifests.manifest import Apps, Manifest
from heliostat.render.synth import Synthesis
from heliostat.render.tree import items_of
from heliostat.specs.argocd.health_check import health_checks

Consequence: TypeAlias = Callable[[Apps], tuple[Mapping[str, tuple[Manifest, ...]], list[str]]]
"""A pure function from all that is there to all that is there with what follows from it, and what is wrong."""


def completed(environment: Environment, synthesis: Synthesis) -> Synthesis:
    """Complete a synthesis by its consequences, one after another."""
    for consequence in _consequences(environment):
        objects = {app: tuple(item for each in manifests for item in items_of(each)) for app, manifests in synthesis.apps.items()}
        apps, problems = consequence(objects)
        synthesis = replace(synthesis, apps=apps, refused=(*synthesis.refused, *problems))
    return synthesis


def _consequences(environment: Environment) -> Iterator[Consequence]:
    """List them; the delivery is the last, as it is about all else."""
    kueues = [each.running(environment.targets) for each in environment.made(Kueue)]
    for construct in environment.made(ImagePrepull):
        if (prepull := construct.prepull(kueues)) is not None:
            yield prepull.of
    if environment.delivery is not None:
        yield partial(environment.delivery.of, health_checks=health_checks())
