"""The construct of a Team."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from constructs import Construct

from heliostat.constructs.environment import Application
from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.manifests.errors import RefusedError
from heliostat.manifests.origin import origin_here
from heliostat.specs.team.team import LocalQueueName, TeamSpec


class Team(KubernetesObject):
    """A namespace with its queues, its people and its borders; Ray constructs take it. Arguments: TeamSpec."""

    @arguments_of(TeamSpec)
    def __init__(self, scope: Construct, id: str, spec: TeamSpec) -> None:
        super().__init__(scope, id, spec)
        self._environment = scope.environment if isinstance(scope, Application) else None
        self._id = id
        # None where the queues were refused, which is told already
        self._queues = [*spec.queues] if isinstance(spec.queues, Mapping) else None
        self._own_namespace = spec.namespace or self.name

    @property
    def namespace(self) -> str:
        """Name of the namespace that the team has for itself."""
        return self._own_namespace

    def queue(self, name: str) -> LocalQueueName:
        """Take one of the team's LocalQueues by its name.

        A name that the team does not have is told when the environment is rendered.

        Raises:
            RefusedError: outside an Environment, when the team has no queue of that name.
        """
        if self._queues is not None and name not in self._queues:
            close = difflib.get_close_matches(name, self._queues, n=1)
            hint = f', did you mean "{close[0]}"?' if close else f", only {', '.join(self._queues) or 'none'}"
            problem = f'{origin_here()}: Team "{self._id}": has no queue "{name}"{hint}'
            if self._environment is None:
                raise RefusedError([problem])
            self._environment.report([problem])
        return LocalQueueName(name, self.namespace)
