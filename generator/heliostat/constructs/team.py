"""The construct of a Team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.manifests.guess import did_you_mean
from heliostat.manifests.origin import origin_here
from heliostat.manifests.shown_value import shown_value
from heliostat.specs.plain_value import plain_value
from heliostat.specs.team.team import LocalQueueName, TeamSpec


class Team(KubernetesObject):
    """A namespace with its queues, its people and its borders; Ray constructs take it. Arguments: TeamSpec."""

    @arguments_of(TeamSpec)
    def __init__(self, scope: Construct, id: str, spec: TeamSpec) -> None:
        super().__init__(scope, id, spec)
        self._team = spec.name or self._construct_id
        self._team_namespace = spec.namespace or self._team
        self._is_closed = spec.network_policy is not None
        # None where the queues were refused, which is told already
        self._queues = [*spec.queues] if isinstance(spec.queues, Mapping) else None
        self._flavor_tolerations = {} if self.is_refused else spec.flavor_tolerations()

    @property
    def name(self) -> str:
        """Name of the team, which its namespace may differ from."""
        return self._team

    @property
    def namespace(self) -> str:
        """Name of the namespace that the team has for itself."""
        return self._team_namespace

    @property
    def is_closed(self) -> bool:
        """Whether the team has network policies, which deny what nobody opens."""
        return self._is_closed

    @property
    def queue_names(self) -> Sequence[str] | None:
        """Names of the team's LocalQueues; None where they were refused."""
        return self._queues

    def queue(self, name: str) -> LocalQueueName:
        """Take one of the team's LocalQueues by its name.

        Raises:
            RefusedError: outside an Environment, when the team has no queue of that name; inside, that is told when it is rendered.
        """
        name = cast("str", plain_value(name))
        if not isinstance(name, str):
            name = shown_value(name)
            self.refuse(self.complaint(f"has queues by name, got {name}", origin_here()))
        elif self._queues is not None and name not in self._queues:
            hint = did_you_mean(name, self._queues) or f", only {', '.join(self._queues) or 'none'}"
            self.refuse(self.complaint(f'has no queue "{name}"{hint}', origin_here()))
        return LocalQueueName(name, self.namespace, self._flavor_tolerations.get(name, ()))
