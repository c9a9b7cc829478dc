"""The construct under every construct of ours: a spec that becomes an object, with its origin."""

from __future__ import annotations

from typing import Any, cast

import cdk8s
from constructs import Construct
from jsii._kernel.types import ObjRef

from heliostat.constructs.arguments_of import arguments_of
from heliostat.constructs.environment import Application, Environment
from heliostat.manifests.errors import RefusedError
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.origin import Origin
from heliostat.manifests.waiver import Waiver
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import origin_of, problems_of
from heliostat.specs.object_spec import ObjectSpec

__all__ = ["KubernetesObject", "arguments_of"]


class KubernetesObject(cdk8s.ApiObject):
    """An object made from a spec; further objects that belong to it are its children.

    In an Environment refused arguments are collected and told together when it is rendered, elsewhere at once.

    Raises:
        RefusedError: outside an Environment, naming all that is wrong with the arguments.
    """

    __jsii_declared_type__ = "cdk8s.ApiObject"

    def __init__(self, scope: Construct, id: str, spec: ObjectSpec) -> None:
        self.spec = spec
        self.origin = origin_of(spec)
        environment = _environment_of(scope)
        targets = environment.targets if environment else Targets()
        self._name = spec.name or id
        self._namespace = spec.namespace or (scope.namespace if isinstance(scope, Application | KubernetesObject) else None)
        problems = [
            f'{problem.origin or self.origin}: {type(self).__name__} "{id}": '
            + (f"{problem.argument}: {problem.message}" if problem.argument else problem.message)
            for problem in problems_of(spec, targets)
        ]
        if problems:
            if environment is None:
                raise RefusedError(problems)
            environment.report(problems)
            self.__jsii_ref__ = ObjRef(f"refused@{id}")  # never sent
            return
        first, *others = spec.parts(self._name, targets)
        _create(self, scope, id, first.body)
        for part in others:
            child = _Part.__new__(_Part)
            child.origin = self.origin
            child.waivers = tuple(spec.waive)
            _create(child, self, part.id, part.body)

    @property
    def name(self) -> str:
        """Name of the object in the cluster."""
        return self._name

    @property
    def namespace(self) -> str | None:
        """Namespace of the object: its own argument, else that of its app."""
        return self._namespace

    @property
    def waivers(self) -> tuple[Waiver, ...]:
        """Accepted findings on this object."""
        return tuple(self.spec.waive)


class _Part(cdk8s.ApiObject):
    origin: Origin
    waivers: tuple[Waiver, ...]


def _create(construct: cdk8s.ApiObject, scope: Construct, id: str, body: JsonObject) -> None:
    head = {key: body[key] for key in ("apiVersion", "kind", "metadata")}
    cdk8s.ApiObject.__init__(
        construct,
        scope,
        id,
        api_version=cast("str", head["apiVersion"]),
        kind=cast("str", head["kind"]),
        metadata=cast("dict[str, Any]", head["metadata"]),
    )
    for key, value in body.items():
        if key not in head:
            construct.add_json_patch(cdk8s.JsonPatch.add(f"/{key}", value))


def _environment_of(scope: Construct) -> Environment | None:
    root = scope.node.root
    return root if isinstance(root, Environment) else None
