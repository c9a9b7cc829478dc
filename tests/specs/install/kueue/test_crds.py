"""Kueue's CRDs as objects of an app."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.install.helm import Helm
from heliostat.specs.install.kueue.certificates import CertificateIssuer
from heliostat.specs.install.kueue.crds import KueueCrdsSpec, unfit_problems
from heliostat.specs.install.kueue.kueue import KueueSpec
from heliostat.specs.object_spec import merged
from tests.specs.answers import DNS_LABEL, bodies, told


def crds(**arguments: Any) -> dict[str, Any]:
    return {crd["metadata"]["name"].partition(".")[0]: crd for crd in bodies(KueueCrdsSpec(**arguments)).values()}


def test_kinds_whose_versions_differ_are_converted_by_kueue() -> None:
    """At the Service in its namespace, whose CA somebody else brings."""
    made = crds(kueue_namespace="queues")

    assert {name: "conversion" in crd["spec"] for name, crd in made.items()} == {
        "admissionchecks": False,
        "clusterqueues": True,
        "cohorts": True,
        "localqueues": True,
        "multikueueclusters": True,
        "multikueueconfigs": False,
        "provisioningrequestconfigs": False,
        "resourceflavors": False,
        "topologies": False,
        "workloadpriorityclasses": False,
        "workloads": True,
    }
    assert made["workloads"]["spec"]["conversion"] == {
        "strategy": "Webhook",
        "webhook": {
            "clientConfig": {"service": {"name": "kueue-webhook-service", "namespace": "queues", "path": "/convert"}},
            "conversionReviewVersions": ["v1"],
        },
    }


def test_argo_cd_applies_them_on_the_server_and_asks_before_it_removes_them() -> None:
    """Each of them says so, beside what upstream says."""
    options = {crd["metadata"]["annotations"]["argocd.argoproj.io/sync-options"] for crd in crds().values()}

    assert options == {"Delete=confirm,Prune=confirm,ServerSideApply=true"}


def test_cert_manager_brings_the_ca_where_there_is_a_webhook() -> None:
    """Nothing else of a CRD has a CA."""
    key = "cert-manager.io/inject-ca-from"
    made = crds(certificates="cert-manager", kueue_namespace="queues")

    assert {crd["metadata"]["annotations"].get(key) for crd in made.values() if "conversion" in crd["spec"]} == {
        "queues/kueue-serving-cert"
    }
    assert not [crd for crd in made.values() if "conversion" not in crd["spec"] and key in crd["metadata"]["annotations"]]


def test_labels_and_overrides_are_of_each_of_them() -> None:
    """The author's word is the last, also on what is added here."""
    made = crds(labels={"tier": "platform"}, overrides={"spec": {"conversion": {"strategy": "None", "webhook": None}}})

    assert {crd["metadata"]["labels"]["tier"] for crd in made.values()} == {"platform"}
    assert made["workloads"]["spec"]["conversion"] == {"strategy": "None"}


@pytest.mark.parametrize("overrides", [{"metadata": None}, {"metadata": {"annotations": None}}, {"spec": None}, {"spec": "x"}])
def test_overrides_may_take_away_what_is_added_here(overrides: dict[str, Any]) -> None:
    """What is left is held against the schema like everything else."""
    parts = KueueCrdsSpec(overrides=overrides).parts("crds", Targets())

    assert [part.body for part in parts] == [merged(part.body, overrides) for part in KueueCrdsSpec().parts("crds", Targets())]


def test_the_namespace_has_to_be_one() -> None:
    """It is the one that Kueue is installed into."""
    assert told(KueueCrdsSpec(kueue_namespace="a.b")) == [f"kueue_namespace: {DNS_LABEL}'a.b'"]


@pytest.mark.parametrize(
    ("crds", "kueue", "problems"),
    [
        ({}, {"namespace": "kueue-system"}, []),
        ({"certificates": "cert-manager"}, {"namespace": "kueue-system", "certificates": CertificateIssuer("platform")}, []),
        (
            {},
            {"namespace": "queues", "certificates": "cert-manager"},
            [
                'kueue_namespace must be "queues", where the webhook of KUEUE, converts objects, got "kueue-system"',
                "certificates must be given as to KUEUE, or nobody tells the API server whom its webhook is signed by",
            ],
        ),
        ({}, {"namespace": "queues", "install": "helm"}, [" must be left out, since the chart of KUEUE, brings the CRDs along"]),
        ({}, {"namespace": "queues", "install": Helm()}, [" must be left out, since the chart of KUEUE, brings the CRDs along"]),
    ],
    ids=["as by default", "issuers", "another webhook", "chart", "chart from elsewhere"],
)
def test_they_have_to_be_those_of_the_kueue_beside_them(crds: dict[str, Any], kueue: dict[str, Any], problems: list[str]) -> None:
    """Else the API server finds no webhook to convert objects by, or does not trust it, or two Applications want to have them."""
    found = unfit_problems(KueueCrdsSpec(**crds), KueueSpec(**kueue), "KUEUE")

    assert [f"{each.argument} {each.message}" for each in found] == problems
