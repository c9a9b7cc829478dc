"""AdmissionCheck: what else must be in order, once there is quota, before a workload starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, runtime_checkable

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault, dns_subdomain_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.kueue_object import GROUP, ClusterScopedSpec, kueue_object
from heliostat.specs.object_spec import Part
from heliostat.specs.reference import Named

_CONTROLLERS: Mapping[str, str] = {
    "ProvisioningRequestConfig": f"{GROUP}/provisioning-request",
    "MultiKueueConfig": f"{GROUP}/multikueue",
}
"""Kind of the parameters to the controller inside Kueue that reads them."""

_LONGEST_CONTROLLER = 253


@runtime_checkable
class CheckParameters(Named, Protocol):
    """A ProvisioningRequestConfig or a MultiKueueConfig: its name and its kind."""

    @property
    def parameters_kind(self) -> str: ...


@arguments
class ParametersReference:
    """The configuration object of a check that some other controller answers.

    Args:
        api_group: its API group.
        kind: its kind.
        name: its name, at most 63 characters without dots.
    """

    api_group: str
    kind: str
    name: str

    def check(self, targets: Targets) -> Iterator[Problem]:
        if fault := dns_subdomain_fault(self.api_group):
            yield Problem("api_group", fault)
        if fault := dns_label_fault(self.kind.lower()):
            yield Problem("kind", fault)
        if fault := dns_label_fault(self.name):
            yield Problem("name", fault)


@arguments
class AdmissionCheckSpec(ClusterScopedSpec):
    """Arguments of an AdmissionCheck.

    Args:
        parameters: ProvisioningRequestConfig or MultiKueueConfig whose controller in Kueue answers, or the configuration of some
            other controller.
        controller_name: the controller that answers, where the parameters do not tell; cannot be changed once applied.
    """

    parameters: CheckParameters | ParametersReference | None = None
    controller_name: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what the CRD of Kueue 0.19 refuses, and a check that could never become active."""
        yield from super().check(targets)
        if isinstance(self.parameters, CheckParameters) and (fault := dns_label_fault(self.parameters.name)):
            yield Problem("parameters", f"must have a name that an AdmissionCheck can hold: {fault}")
        if self.controller_name is None:
            if self._known_controller() is None:
                yield Problem("controller_name", "must be given, as the parameters do not tell which controller answers")
            return
        if not 1 <= len(self.controller_name) <= _LONGEST_CONTROLLER:
            yield Problem("controller_name", f"must be of 1 to {_LONGEST_CONTROLLER} characters, got {self.controller_name!r}")
        for kind, controller in _CONTROLLERS.items():
            if controller == self.controller_name and self._known_controller() != controller:
                yield Problem("parameters", f"must be a {kind}, without which {controller} answers no check")

    def parts(self, name: str, targets: Targets) -> list[Part]:
        spec: JsonObject = {"controllerName": self.controller_name or self._known_controller()}
        if reference := self._reference():
            spec["parameters"] = {"apiGroup": reference.api_group, "kind": reference.kind, "name": reference.name}
        return kueue_object(self, "AdmissionCheck", name, {"spec": spec})

    def _reference(self) -> ParametersReference | None:
        given = self.parameters
        if given is None or isinstance(given, ParametersReference):
            return given
        return ParametersReference(api_group=GROUP, kind=given.parameters_kind, name=given.name)

    def _known_controller(self) -> str | None:
        reference = self._reference()
        return _CONTROLLERS.get(reference.kind) if reference and reference.api_group == GROUP else None
