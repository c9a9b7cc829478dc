"""The root of what one file in environments/ composes, and its apps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cdk8s

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.origin import origin_here
from heliostat.schemas.targets import Targets


class Application(cdk8s.Chart):
    """A cdk8s chart: one folder under out/<environment>/, one Argo CD Application."""

    __jsii_declared_type__ = "cdk8s.Chart"

    def __init__(self, scope: Environment, id: str, *, namespace: str | None = None, labels: Mapping[str, str] | None = None) -> None:
        super().__init__(scope, id, namespace=namespace, labels=dict(labels or {}), disable_resource_name_hashes=True)
        self.origin = origin_here()
        self._environment = scope
        self._name = id
        self._namespace = namespace

    @property
    def environment(self) -> Environment:
        """The environment that this app belongs to."""
        return self._environment

    @property
    def name(self) -> str:
        """Name of the folder under out/<environment>/."""
        return self._name

    @property
    def namespace(self) -> str | None:
        """Namespace of the objects in this app that name none."""
        return self._namespace


class Environment(cdk8s.App):
    """One cluster and everything that Argo CD syncs into it.

    Args:
        name: name of the folder under out/; the name of the file in environments/ by convention.
        cluster: destination of the apps in Argo CD, a cluster's name or the URL of its API server; Argo CD's own cluster unless given.
        targets: versions that run in the cluster.
    """

    def __init__(self, name: str, *, cluster: str | None = None, targets: Targets = Targets()) -> None:  # noqa: B008  # frozen
        super().__init__()
        self.name = name
        self.cluster = cluster
        self.targets = targets
        self.origin = origin_here()
        self.refused: list[str] = []
        self._apps: dict[str, Application] = {}

    def app(self, name: str, *, namespace: str | None = None, labels: Mapping[str, str] | None = None) -> Application:
        """Make an app: a chart whose objects land in one folder and one Argo CD Application.

        Args:
            name: name of the app, unique in its environment.
            namespace: namespace of the objects that name none.
            labels: labels of every object in the app.

        Raises:
            ConfigurationError: when the environment has an app of that name.
        """
        if name in self._apps:
            raise ConfigurationError(f'{origin_here()}: app "{name}" exists already, made at {self._apps[name].origin}')
        made = Application(self, name, namespace=namespace, labels=labels)
        self._apps[name] = made
        return made

    def report(self, problems: Sequence[str]) -> None:
        """Remember what is wrong, so that all of it is told when the environment is rendered."""
        self.refused.extend(problems)
