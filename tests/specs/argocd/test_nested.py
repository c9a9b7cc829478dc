"""Which namespaces an object needs: its own, and those that an Application delivers into."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.argocd.nested import namespaces_needed, sources_of
from heliostat.specs.install.kuberay.operator import KubeRayOperatorSpec
from tests.specs.answers import body
from tests.specs.argocd.objects import kueue, made


def test_an_object_needs_its_own_namespace() -> None:
    """None where it has none."""
    assert namespaces_needed(kueue("LocalQueue", "default", "vision").body) == {"vision"}
    assert namespaces_needed(kueue("ClusterQueue", "prod").body) == set()


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        ({}, {"argocd"}),
        ({"create_namespace": False}, {"argocd", "ray"}),
        ({"watched_namespaces": ["vision"]}, {"argocd"}),
        ({"single_namespace_install": True}, {"argocd"}),
        ({"single_namespace_install": True, "watched_namespaces": ["vision", "speech"]}, {"argocd", "vision", "speech"}),
        ({"single_namespace_install": True, "watched_namespaces": ["vision"], "cr_namespaced_rbac_enable": False}, {"argocd"}),
        ({"single_namespace_install": True, "watched_namespaces": ["vision"], "rbac_enable": False}, {"argocd"}),
    ],
)
def test_the_chart_of_an_operator_needs_those_that_it_makes_roles_in(arguments: dict[str, Any], needed: set[str]) -> None:
    """Also the one that it is installed into, where it does not make that itself."""
    assert namespaces_needed(body(KubeRayOperatorSpec(namespace="ray", install="helm", **arguments))) == needed


def test_an_application_may_be_anything() -> None:
    """It needs what it says, with several sources and with none."""
    chart: JsonObject = {"chart": "kuberay-operator", "helm": {"values": "text"}}
    spec: JsonObject = {"destination": {"namespace": "prometheus"}, "sources": [chart, "odd", {"ref": "values"}]}

    assert namespaces_needed(made("argoproj.io/v1alpha1", "Application", "a", "argocd", spec=spec).body) == {"argocd", "prometheus"}
    assert namespaces_needed(made("argoproj.io/v1alpha1", "Application", "a", "argocd").body) == {"argocd"}
    assert sources_of(spec) == [chart, {"ref": "values"}]
