"""Network policies against the namespaces of the operators."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.manifest import Manifest
from heliostat.manifests.origin import Frame, Origin
from heliostat.specs.install.kuberay.shut_out import shut_out_problems
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.network_rule import IngressRule, IpBlock, Pods
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.network_policy import NetworkRules, RayNetworkPolicy
from heliostat.specs.ray.ray_cluster import RayClusterSpec
from heliostat.specs.team.network_policy import TeamNetworkPolicy
from heliostat.specs.team.team import TeamSpec
from tests.specs.answers import bodies, body
from tests.specs.install.kuberay.operators import LABELS, TOLD, running

HERE = Origin((Frame("environments/prod.py", 7),))
OWN = TeamNetworkPolicy(operator_namespace="kuberay-system")
OTHER = TeamNetworkPolicy(operator_namespace="ray-system")


def told(*objects: JsonObject, watched: tuple[str, ...] = (), **said: Any) -> list[str]:
    return list(shut_out_problems([Manifest(each, HERE, "it") for each in objects], [running(*watched, **said)]))


def of_team(policy: TeamNetworkPolicy | None) -> list[JsonObject]:
    return [*bodies(TeamSpec(network_policy=policy), "vision").values()]


@pytest.mark.parametrize(("namespace", "problems"), [("kuberay-system", 0), ("ray-system", 1)])
def test_a_team_that_lets_in_another_operator_is_told(namespace: str, problems: int) -> None:
    """The operator would not reach the dashboards of the team."""
    team = of_team(TeamNetworkPolicy(operator_namespace=namespace))
    problem = (
        'environments/prod.py:7: NetworkPolicy vision/allow-kuberay-operator: lets in the operator of the namespace "ray-system", expected '
        f'"kuberay-system", which is that of {TOLD}'
    )

    assert told(*team) == [problem] * problems


def test_so_is_a_cluster_with_a_policy_of_its_own() -> None:
    """Its rules stand inside of the RayCluster."""
    cluster = body(
        RayClusterSpec(namespace="vision", head=Head(cpu=1, memory="4Gi"), network_policy=RayNetworkPolicy(operator_namespace="ray-system"))
    )

    assert len(told(cluster)) == 1


def test_namespaces_that_the_operator_does_not_watch_are_not_its_business() -> None:
    """Somebody else's operator is let in there; without rules for an operator there is nothing to say."""
    assert told(*of_team(OTHER), watched=("language",)) == []
    assert told(*of_team(None)) == []


def test_an_operator_under_another_label_is_told() -> None:
    """Policies know it by the label of its component."""
    problem = (
        "environments/prod.py:7: NetworkPolicy vision/allow-kuberay-operator: lets in pods with the label app.kubernetes.io/component: "
        f'"kuberay-operator", expected "ray", which is the component_override of {TOLD}'
    )

    assert told(*of_team(OWN), pod_labels={**LABELS, "app.kubernetes.io/component": "ray"}) == [problem]


@pytest.mark.parametrize(
    ("rule", "problems"),
    [
        (IngressRule(from_=[Pods(namespace_selector=LabelSelector({"kubernetes.io/metadata.name": "kuberay-system"}))]), 0),
        (
            IngressRule(
                from_=[
                    Pods(pod_selector=LabelSelector({"app.kubernetes.io/name": "kuberay-operator"}), namespace_selector=LabelSelector())
                ],
                ports=[8265],
            ),
            0,
        ),
        (IngressRule(from_=[Pods(namespace_selector=LabelSelector({"tier": "platform"}))], ports=["dashboard"]), 0),
        (IngressRule(from_=[IpBlock("10.0.0.0/8")]), 0),
        (IngressRule(), 0),
        (IngressRule(ports=[8000]), 1),
        (IngressRule(from_=[Pods(pod_selector=LabelSelector({"app.kubernetes.io/name": "kuberay-operator"}))]), 1),
        (IngressRule(from_=[Pods(pod_selector=LabelSelector({"app": "gateway"}), namespace_selector=LabelSelector())]), 1),
        (IngressRule(from_=[Pods(namespace_selector=LabelSelector({"kubernetes.io/metadata.name": "gateway"}))]), 1),
    ],
)
def test_another_way_in_is_as_good(rule: IngressRule, problems: int) -> None:
    """What may let the operator in by its labels, its namespace or its addresses, on the port of the dashboard."""
    policies = of_team(TeamNetworkPolicy(operator_namespace="ray-system", head=NetworkRules(ingress=[rule])))

    assert len(told(*policies)) == problems


def test_ways_to_other_pods_are_no_ways_to_heads() -> None:
    """One to the workers, and one that a Ray object opens to its own pods."""
    workers = TeamNetworkPolicy(operator_namespace="ray-system", workers=NetworkRules(ingress=[IngressRule()]))
    own = RayNetworkPolicy(operator_namespace="kuberay-system")
    cluster = body(RayClusterSpec(namespace="vision", head=Head(cpu=1, memory="4Gi"), network_policy=own))

    assert len(told(*of_team(workers), cluster)) == 1


def test_an_operator_behind_the_api_server_needs_no_way_in() -> None:
    """It asks through the proxy."""
    assert told(*of_team(OTHER), uses_kubernetes_proxy=True) == []
