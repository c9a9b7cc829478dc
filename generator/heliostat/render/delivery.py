"""Adds what Argo CD needs to what an environment renders, where the environment asks for it."""

from __future__ import annotations

from dataclasses import replace

from heliostat.constructs.environment import Environment
from heliostat.render.synth import Synthesis
from heliostat.specs.argocd.health_check import health_checks


def delivered(environment: Environment, synthesis: Synthesis) -> Synthesis:
    """Complete a synthesis by the folder of the root Application, and by what Argo CD has to know of single objects."""
    if environment.delivery is None:
        return synthesis
    apps, problems = environment.delivery.of(synthesis.apps, health_checks())
    return replace(synthesis, apps=apps, refused=(*synthesis.refused, *problems))
