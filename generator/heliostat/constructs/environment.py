"""What a file in environments/ composes: an environment, and its apps."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

import cdk8s

from heliostat.constructs.construct_tree import ConstructTree, Deferred, DeferredType
from heliostat.constructs.manifest_object import ManifestObject
from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.name_syntax import dns_label_fault, label_key_fault, label_value_fault
from heliostat.manifests.origin import origin_here
from heliostat.manifests.shown_value import shown_value
from heliostat.schemas.targets import Targets
from heliostat.specs.argocd.address import cluster_fault
from heliostat.specs.argocd.delivery import Delivery
from heliostat.specs.plain_value import plain_value

_ENVIRONMENT_NAME = re.compile(r"[a-z0-9]([-_a-z0-9]{0,61}[a-z0-9])?")
"""A folder and the stem of a Python file, so with `_`."""


class Application(Deferred, cdk8s.Chart, metaclass=DeferredType, jsii_type="heliostat.Application"):
    """An app: a cdk8s chart that is one folder under out/<environment>/, and one Application of Argo CD where `ArgoCD` delivers it.

    `Environment.app` makes it. Objects that are given no name get one from their path, without the hash of cdk8s' own charts.
    """

    def __init__(self, scope: Environment, id: str, *, namespace: str | None = None, labels: Mapping[str, str] | None = None) -> None:
        self.origin = origin_here()
        self._scope, self._construct_id, self._tree = scope, id, scope
        self._environment = scope
        self._namespace = namespace
        self._labels = dict(labels or {})
        scope.make(Application, self, {"chart": json.dumps({"namespace": namespace, "labels": self._labels})})

    @property
    def label(self) -> str:
        """What the app is called in messages."""
        return f'app "{self._construct_id}"'

    @property
    def environment(self) -> Environment:
        """The environment that the app belongs to."""
        return self._environment

    @property
    def name(self) -> str:
        """Name of the app and of its folder."""
        return self._construct_id

    @property
    def namespace(self) -> str | None:
        """Namespace of the objects in the app that name none."""
        return self._namespace

    @property
    def labels(self) -> dict[str, str]:
        """Labels of every object in the app."""
        return dict(self._labels)


class Environment(ConstructTree):
    """One cluster, and everything that Argo CD syncs into it: a cdk8s app whose charts are called apps.

    Args:
        name: name of the folder under out/, the stem of the file in environments/.
        cluster: destination of the apps in Argo CD, the name of a cluster there or the URL of its API server; the cluster that
            Argo CD itself runs in unless given.
        targets: versions that run in the cluster; the newest that Heliostat knows unless given.
        outdir: folder of cdk8s' own `synth()`, which `heliostat render` does not use.
        resolvers: cdk8s resolvers that see every value of every object.

    Raises:
        ConfigurationError: when the name cannot be one.
    """

    def __init__(
        self,
        name: str,
        *,
        cluster: str | None = None,
        targets: Targets = Targets(),  # noqa: B008  # frozen
        outdir: str | None = None,
        resolvers: Sequence[cdk8s.IResolver] = (),
    ) -> None:
        origin = origin_here()
        name, cluster = cast("str", plain_value(name)), cast("str | None", plain_value(cluster))
        if faults := [*_environment_faults(name, cluster, targets)]:
            raise ConfigurationError("\n".join(f"{origin}: Environment {shown_value(name)}: {fault}" for fault in faults))
        super().__init__(targets=targets, origin=origin, outdir=outdir, resolvers=resolvers)
        self.name = name
        self.cluster = cluster
        self.delivery: Delivery | None = None
        self._apps: dict[str, Application] = {}

    @property
    def label(self) -> str:
        """What the environment is called in messages."""
        return f'Environment "{self.name}"'

    def app(self, name: str, *, namespace: str | None = None, labels: Mapping[str, str] | None = None) -> Application:
        """Make an app: a chart whose objects land in one folder, and in one Application where `ArgoCD` delivers the environment.

        Args:
            name: name of the app, unique in its environment.
            namespace: namespace of the objects that name none.
            labels: labels of every object in the app.

        Raises:
            ConfigurationError: when a name, a namespace or a label cannot be one, or the environment has an app of that name.
        """
        origin = origin_here()
        name, namespace = cast("str", plain_value(name)), cast("str | None", plain_value(namespace))
        labels = cast("Mapping[str, str] | None", plain_value(labels))
        if faults := [*_app_faults(name, namespace, labels)]:
            raise ConfigurationError("\n".join(f"{origin}: app {shown_value(name)}: {fault}" for fault in faults))
        if name in self._apps:
            raise ConfigurationError(f'{origin}: app "{name}": is there already, made at {self._apps[name].origin}')
        self._apps[name] = Application(self, name, namespace=namespace, labels=labels)
        return self._apps[name]

    def _bodies(self, places: str) -> str:
        objects = [cast("ManifestObject", self.at(place)) for place in json.loads(places)]
        return f"[{','.join(each.rest_for_javascript() for each in objects)}]"

    def _refusals(self) -> str:
        return json.dumps([] if self._surveying else self.refused)


def _environment_faults(name: object, cluster: object, targets: object) -> Iterator[str]:
    if not isinstance(name, str) or not _ENVIRONMENT_NAME.fullmatch(name):
        expected = 'must be at most 63 lower-case letters, digits, "-" and "_", with a letter or digit at both ends'
        yield f"name: {expected}, got {shown_value(name)}"
    if not isinstance(cluster, str | None):
        yield f"cluster: must be text, got {shown_value(cluster)}"
    elif cluster is not None and (fault := cluster_fault(cluster)):
        yield f"cluster: {fault}"
    if not isinstance(targets, Targets):
        yield f"targets: must be Targets(…), got {shown_value(targets)}"


def _app_faults(name: object, namespace: object, labels: object) -> Iterator[str]:
    given = {"name": name} if namespace is None else {"name": name, "namespace": namespace}
    for argument, text in given.items():
        if fault := _fault(text, dns_label_fault):
            yield f"{argument}: {fault}"
    if not isinstance(labels, Mapping | None):
        yield f"labels: must be a mapping, got {shown_value(labels)}"
        return
    for key, value in (labels or {}).items():
        if fault := _fault(key, label_key_fault):
            yield f"labels: {fault}"
        elif fault := _fault(value, label_value_fault):
            yield f'labels["{key}"]: {fault}'


def _fault(value: object, of_text: Callable[[str], str | None]) -> str | None:
    return of_text(value) if isinstance(value, str) else f"must be text, got {shown_value(value)}"
