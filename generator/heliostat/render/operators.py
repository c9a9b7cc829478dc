"""Holds what an environment renders against the operators of KubeRay and the Kueue that it installs."""

from __future__ import annotations

from dataclasses import replace

from heliostat.constructs.environment import Environment
from heliostat.constructs.install.kuberay_operator import KubeRayOperator
from heliostat.constructs.install.kueue import Kueue
from heliostat.constructs.install.kueue_crds import KueueCrds
from heliostat.manifests.head import head_faults
from heliostat.render.synth import Synthesis
from heliostat.specs.install.kuberay.gated import gate_problems
from heliostat.specs.install.kuberay.shut_out import shut_out_problems
from heliostat.specs.install.kuberay.unwatched import unwatched_problems
from heliostat.specs.install.kueue.unmet import unmet_problems


def held_against_operators(environment: Environment, synthesis: Synthesis) -> Synthesis:
    """Complete a synthesis by what its operators cannot do, or cannot reach."""
    operators = [each.running(environment.targets) for each in environment.made(KubeRayOperator)]
    kueues = environment.made(Kueue)
    queueing = [kueue.running(environment.targets) for kueue in kueues]
    unfit = (crds.unfit_for(*each) for crds in environment.made(KueueCrds) for each in zip(kueues, map(str, queueing), strict=True))
    if not operators and not queueing:
        return synthesis
    # what cannot be told from others is refused anyway
    manifests = [manifest for app in synthesis.apps.values() for manifest in app if not any(head_faults(manifest.body))]
    problems = [
        *gate_problems(manifests, operators),
        *shut_out_problems(manifests, operators),
        *(unwatched_problems(manifests, operators) if operators else ()),
        *(problem for kueue in queueing for problem in unmet_problems(manifests, kueue)),
        *(problem for problems in unfit for problem in problems),
    ]
    return replace(synthesis, refused=(*synthesis.refused, *problems))
