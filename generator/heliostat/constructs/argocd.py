"""The construct that has an environment delivered by Argo CD."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.arguments_of import arguments_of
from heliostat.constructs.environment import Environment
from heliostat.manifests.errors import RefusedError
from heliostat.manifests.shown_value import shown_value
from heliostat.specs.argocd.argo_cd import ArgoCDSpec
from heliostat.specs.argocd.delivery import Delivery, placement_problems
from heliostat.specs.arguments import Problem, origin_of, problems_of


class ArgoCD:
    """How Argo CD delivers an environment: `ArgoCD(environment, "argocd", repository=…)`. Arguments: ArgoCDSpec.

    Its objects follow from what the apps hold, so it is no construct below the environment: rendering makes them when everything else
    is there, and they lie in out/<environment>/_argocd/.

    Raises:
        RefusedError: when it is not made in an environment; what else is wrong is told when the environment is rendered.
    """

    @arguments_of(ArgoCDSpec)
    def __init__(self, scope: Construct, id: str, spec: ArgoCDSpec) -> None:
        self.spec = spec
        self._id = id
        if not isinstance(scope, Environment):
            raise RefusedError([self._complaint(Problem("scope", f"must be an Environment, got {shown_value(scope)}"))])
        problems = problems_of(spec, scope.targets) or [*placement_problems(spec, scope.name, scope.cluster)]
        if scope.delivery is not None:
            problems.append(Problem("", f"the environment has one already, made at {origin_of(scope.delivery.spec)}"))
        scope.report([self._complaint(problem) for problem in problems])
        if not problems:
            scope.delivery = Delivery(id, spec, scope.name, scope.cluster)

    def _complaint(self, problem: Problem) -> str:
        told = f"{problem.argument}: {problem.message}" if problem.argument else problem.message
        return f'{problem.origin or origin_of(self.spec)}: ArgoCD "{self._id}": {told}'
