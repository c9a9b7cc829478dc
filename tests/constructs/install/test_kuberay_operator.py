"""The construct of KubeRay's operator: where it is, and who else is there."""

from __future__ import annotations

import cdk8s
import pytest

from heliostat.constructs.environment import Environment
from heliostat.constructs.install.kuberay_operator import KubeRayOperator
from heliostat.manifests.errors import RefusedError
from heliostat.specs.install.kuberay.operator import KubeRayOperatorSpec
from tests.specs.answers import TARGETS


def test_an_operator_is_installed_into_the_namespace_of_its_app() -> None:
    """It makes the objects that its spec makes in that namespace."""
    app = Environment("prod").app("kuberay-operator", namespace="kuberay-system")
    KubeRayOperator(app, "kuberay-operator")
    parts = KubeRayOperatorSpec(namespace="kuberay-system").parts("kuberay-operator", TARGETS)

    made = {(each["kind"], each["metadata"]["name"]): each for each in cdk8s.Testing.synth(app)}

    for body in (part.body for part in parts):
        found = made.pop((body["kind"], body["metadata"]["name"]))
        assert found == {**body, "metadata": {"namespace": "kuberay-system", **body["metadata"]}}
    assert made == {}


def test_a_namespace_of_its_own_goes_before_that_of_the_app() -> None:
    """The argument is the word of the author."""
    app = Environment("prod").app("kuberay-operator", namespace="kuberay-system")
    operator = KubeRayOperator(app, "kuberay-operator", namespace="ray")

    assert operator.namespace == "ray"
    assert {each["metadata"]["name"] for each in cdk8s.Testing.synth(app) if each["kind"] == "Namespace"} == {"ray"}


def test_a_chart_of_anybody_elses_is_a_place_too() -> None:
    """Its namespace counts, and without one there is none."""
    app = cdk8s.Testing.app()

    assert KubeRayOperator(cdk8s.Chart(app, "one", namespace="ray"), "kuberay-operator").namespace == "ray"
    with pytest.raises(RefusedError, match="namespace: must be given, here or to the app, since its objects refer to each other by it"):
        KubeRayOperator(cdk8s.Chart(app, "other"), "kuberay-operator")


def test_an_operator_below_a_construct_is_in_the_namespace_of_that() -> None:
    """What is installed beside something of an app belongs to the same app."""
    app = Environment("prod").app("ray", namespace="ray")
    outer = KubeRayOperator(app, "outer", watched_namespaces=["a"])

    assert KubeRayOperator(outer, "inner", namespace=None, watched_namespaces=["b"]).namespace == "ray"


def test_a_chart_is_delivered_to_the_cluster_of_the_environment() -> None:
    """The Application names cluster and namespace, and is no other Application of the environment."""
    app = Environment("prod", cluster="prod-eu").app("kuberay-operator", namespace="kuberay-system")
    operator = KubeRayOperator(app, "kuberay-operator", install="helm")
    application = next(each for each in cdk8s.Testing.synth(app) if each["kind"] == "Application")

    assert application["metadata"]["name"] == "prod-kuberay-operator-chart"
    assert (application["metadata"]["namespace"], operator.namespace) == ("argocd", "kuberay-system")
    assert application["spec"]["destination"] == {"name": "prod-eu", "namespace": "kuberay-system"}


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ([], [], "watches all namespaces"),
        (["vision"], [], 'watches the namespace "vision"'),
        ([], ["speech"], 'watches the namespace "speech"'),
        (["vision", "speech"], ["language", "speech"], 'watches the namespace "speech"'),
    ],
)
def test_two_operators_on_one_namespace_are_refused(one: list[str], other: list[str], told: str) -> None:
    """Both would make the pods of one RayCluster; the message leads to both."""
    environment = Environment("prod")
    KubeRayOperator(environment.app("first", namespace="first"), "first", watched_namespaces=one)
    KubeRayOperator(environment.app("second", namespace="second"), "second", watched_namespaces=other)

    [problem] = environment.refused

    assert f'KubeRayOperator "second": {told}, which KubeRayOperator "first" does already, made at ' in problem
    assert problem.count(f"{__file__.rpartition('/')[2]}:") == 2


def test_operators_on_namespaces_of_their_own_are_none_of_each_others_business() -> None:
    """Each looks after its own, in any number; one that was refused looks after nothing."""
    environment = Environment("prod")
    for team in ("vision", "speech"):
        KubeRayOperator(environment.app(team, namespace=team), team, single_namespace_install=True)
    refused = KubeRayOperator(environment.app("other", namespace="other"), "other", replicas=0)

    assert (refused.watched_namespaces, len(environment.refused)) == ([], 1)
    assert [each.watched_namespaces for each in environment.made(KubeRayOperator)] == [["vision"], ["speech"]]
