"""Kueue's CRDs as objects of an app."""

from __future__ import annotations

from typing import Any

from heliostat.specs.install.kueue.crds import KueueCrdsSpec
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


def test_the_namespace_has_to_be_one() -> None:
    """It is the one that Kueue is installed into."""
    assert told(KueueCrdsSpec(kueue_namespace="a.b")) == [f"kueue_namespace: {DNS_LABEL}'a.b'"]
