"""Holds what an environment watches against what it installs."""

from __future__ import annotations

from dataclasses import replace

from heliostat.constructs.environment import Environment
from heliostat.constructs.install.kuberay_operator import KubeRayOperator
from heliostat.constructs.install.kueue import Kueue
from heliostat.constructs.monitoring import RayMonitoring
from heliostat.constructs.team import Team
from heliostat.render.synth import Synthesis
from heliostat.specs.install.kuberay.operator_arguments import KubeRayOperatorArguments
from heliostat.specs.install.kueue.arguments import KueueArguments
from heliostat.specs.monitoring.ray_monitoring import RayMonitoringSpec
from heliostat.specs.monitoring.uncollected import Installed, uncollected_problems
from heliostat.specs.team.team import TeamSpec


def held_against_monitoring(environment: Environment, synthesis: Synthesis) -> Synthesis:
    """Complete a synthesis by what is read and never collected."""
    installed = [
        Installed(each.spec, each.label, each.origin, each.namespace)
        for each in (*environment.made(KubeRayOperator), *environment.made(Kueue), *environment.made(Team))
        if not each.is_refused and isinstance(each.spec, KubeRayOperatorArguments | KueueArguments | TeamSpec)
    ]
    problems = [
        each.complaint(problem)
        for each in environment.made(RayMonitoring)
        if not each.is_refused and isinstance(each.spec, RayMonitoringSpec)
        for problem in uncollected_problems(each.spec, installed)
    ]
    return replace(synthesis, refused=(*synthesis.refused, *problems))
