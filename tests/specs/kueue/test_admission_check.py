"""AdmissionCheck: the controller follows from the parameters."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from heliostat.specs.kueue.admission_check import AdmissionCheckSpec, ParametersReference
from tests.specs.answers import DNS_LABEL, DNS_SUBDOMAIN, body, told


@dataclass(frozen=True)
class Parameters:
    """Stands in for the construct of a configuration."""

    name: str
    parameters_kind: str

    @property
    def object_kind(self) -> str:
        return self.parameters_kind


@pytest.mark.parametrize(
    ("kind", "controller"),
    [
        ("ProvisioningRequestConfig", "kueue.x-k8s.io/provisioning-request"),
        ("MultiKueueConfig", "kueue.x-k8s.io/multikueue"),
    ],
)
def test_the_controller_follows_from_kueues_own_parameters(kind: str, controller: str) -> None:
    """Given as the construct or by kind and name, the configuration tells which controller of Kueue answers."""
    expected = {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "AdmissionCheck",
        "metadata": {"name": "check"},
        "spec": {"controllerName": controller, "parameters": {"apiGroup": "kueue.x-k8s.io", "kind": kind, "name": "config"}},
    }
    by_name = ParametersReference(api_group="kueue.x-k8s.io", kind=kind, name="config")

    assert body(AdmissionCheckSpec(parameters=Parameters("config", kind)), "check") == expected
    assert body(AdmissionCheckSpec(parameters=by_name), "check") == expected
    assert body(AdmissionCheckSpec(parameters=by_name, controller_name=controller), "check") == expected


def test_another_controller_is_named() -> None:
    """It may do without parameters."""
    parameters = ParametersReference(api_group="example.com", kind="Budget", name="yearly")

    assert body(AdmissionCheckSpec(controller_name="example.com/budget"))["spec"] == {"controllerName": "example.com/budget"}
    assert body(AdmissionCheckSpec(controller_name="example.com/budget", parameters=parameters))["spec"] == {
        "controllerName": "example.com/budget",
        "parameters": {"apiGroup": "example.com", "kind": "Budget", "name": "yearly"},
    }


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (AdmissionCheckSpec(), ["controller_name: must be given, as the parameters do not tell which controller answers"]),
        (
            AdmissionCheckSpec(parameters=ParametersReference(api_group="example.com", kind="Budget", name="yearly")),
            ["controller_name: must be given, as the parameters do not tell which controller answers"],
        ),
        (AdmissionCheckSpec(controller_name="x" * 254), [f"controller_name: must be of 1 to 253 characters, got '{'x' * 254}'"]),
        (
            AdmissionCheckSpec(controller_name="kueue.x-k8s.io/multikueue"),
            ["parameters: must be a MultiKueueConfig, without which kueue.x-k8s.io/multikueue answers no check"],
        ),
        (
            AdmissionCheckSpec(controller_name="kueue.x-k8s.io/provisioning-request", parameters=Parameters("config", "MultiKueueConfig")),
            ["parameters: must be a ProvisioningRequestConfig, without which kueue.x-k8s.io/provisioning-request answers no check"],
        ),
        (
            AdmissionCheckSpec(parameters=Parameters("a.b", "MultiKueueConfig")),
            [f"parameters: must have a name that an AdmissionCheck can hold: {DNS_LABEL}'a.b'"],
        ),
        (
            AdmissionCheckSpec(controller_name="x", parameters=ParametersReference(api_group="A", kind="_", name="")),
            [
                f"parameters.api_group: {DNS_SUBDOMAIN}'A'",
                f"parameters.kind: {DNS_LABEL}'_'",
                f"parameters.name: {DNS_LABEL}''",
            ],
        ),
    ],
    ids=[
        "nothing",
        "parameters that do not tell",
        "a long controller",
        "Kueue's controller without parameters",
        "Kueue's controller with another's parameters",
        "a name with a dot",
        "a reference that is none",
    ],
)
def test_a_check_that_could_never_become_active_is_refused(spec: AdmissionCheckSpec, expected: list[str]) -> None:
    """Nor is one that the CRD refuses."""
    assert told(spec) == expected
