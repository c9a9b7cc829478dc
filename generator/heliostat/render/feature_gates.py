"""Holds Ray objects against the feature gates of the operators that an environment installs."""

from __future__ import annotations

from dataclasses import replace

from heliostat.constructs.environment import Environment
from heliostat.constructs.install.kuberay_operator import KubeRayOperator
from heliostat.render.synth import Synthesis
from heliostat.specs.install.kuberay.feature_gates import feature_gates
from heliostat.specs.install.kuberay.gated import RunningOperator, gate_problems


def gates_checked(environment: Environment, synthesis: Synthesis) -> Synthesis:
    """Complete a synthesis by what is wrong because of a gate that is off."""
    kuberay = environment.targets.kuberay
    operators = [
        RunningOperator(each.name, each.origin, each.watched_namespaces, feature_gates(each.feature_gates, kuberay))
        for each in environment.made(KubeRayOperator)
    ]
    manifests = [manifest for app in synthesis.apps.values() for manifest in app]
    return replace(synthesis, refused=(*synthesis.refused, *gate_problems(manifests, operators)))
