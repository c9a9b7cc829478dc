"""Adds what Argo CD needs to what an environment renders, where the environment asks for it."""

from __future__ import annotations

from dataclasses import replace

from heliostat.constructs.environment import Environment
from heliostat.render.synth import Synthesis
from heliostat.render.tree import items_of
from heliostat.specs.argocd.health_check import health_checks


def delivered(environment: Environment, synthesis: Synthesis) -> Synthesis:
    """Complete a synthesis by the folder of the root Application, and by what Argo CD has to know of single objects."""
    if environment.delivery is None:
        return synthesis
    objects = {app: tuple(item for each in manifests for item in items_of(each)) for app, manifests in synthesis.apps.items()}
    apps, problems = environment.delivery.of(objects, health_checks())
    return replace(synthesis, apps=apps, refused=(*synthesis.refused, *problems))
