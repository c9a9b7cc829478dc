"""The construct under every construct of ours: a spec that becomes an object, and further objects that belong to it."""

from __future__ import annotations

import inspect
from typing import ClassVar

from constructs import Construct

from heliostat.constructs.arguments_of import arguments_of
from heliostat.constructs.manifest_object import ManifestObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import origin_of
from heliostat.specs.object_spec import ObjectSpec, object_problems_of

__all__ = ["KubernetesObject", "arguments_of"]


class KubernetesObject(ManifestObject):
    """An object made from a spec; what else the spec makes are its children.

    In an Environment, wrong arguments are collected and told together when it is rendered; the construct is then no object, but
    can be passed on like any other.

    Raises:
        RefusedError: outside an Environment, naming all that is wrong with the arguments.
    """

    __signature__: ClassVar[inspect.Signature]

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        signature = inspect.signature(cls.__init__)
        # jsii's metaclass would make help() and IDEs show `*args, **kwargs`
        cls.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])

    @property
    def object_kind(self) -> str:
        """What authors call it, for those who take it as a reference: the class of ours, which a `Team` is and no kind."""
        return type(self.spec).__name__.removesuffix("Spec")

    def __init__(self, scope: Construct, id: str, spec: ObjectSpec) -> None:
        self.spec = spec
        self._describe(scope, id, origin_of(spec))
        self._name, self._namespace = spec.name or self._construct_id, spec.namespace
        targets = self._tree.targets if self._tree else Targets()
        complaints = [
            self.complaint(f"{problem.argument}: {problem.message}" if problem.argument else problem.message, problem.origin)
            for problem in object_problems_of(spec, self._name, targets)
        ]
        if complaints:
            self.refuse(*complaints)
            return
        try:
            first, *others = spec.parts(self._name, targets)
        except ValueError as error:  # a number or text that no check has looked at, and that Kubernetes cannot hold
            self.refuse(self.complaint(str(error)))
            return
        self._make(first.body, spec.waive)
        for part in others:
            ManifestObject(self, part.id, part.body, origin=self.origin, waivers=self.waivers, unless=part.unless)
