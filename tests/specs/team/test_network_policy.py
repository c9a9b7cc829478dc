"""Network policies of a team's namespace: closed, and opened for what Ray needs."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.network_rule import EgressRule, IngressRule, IpBlock, Pods
from heliostat.specs.ray.network_policy import NetworkRules
from heliostat.specs.team.network_policy import TeamNetworkPolicy
from heliostat.specs.team.team import TeamSpec
from tests.specs.answers import DNS_LABEL, bodies, told


def policies(policy: TeamNetworkPolicy) -> dict[str, JsonObject]:
    """The specs of the policies by name."""
    made = bodies(TeamSpec(network_policy=policy), "vision").values()
    return {body["metadata"]["name"]: body["spec"] for body in made if body["kind"] == "NetworkPolicy"}


def tcp(*ports: int) -> list[JsonObject]:
    return [{"port": port, "protocol": "TCP"} for port in ports]


def namespace(name: str) -> JsonObject:
    return {"matchLabels": {"kubernetes.io/metadata.name": name}}


HEAD = {"matchLabels": {"ray.io/node-type": "head"}}
NODES = {"matchLabels": {"ray.io/is-ray-node": "yes"}}


def test_nothing_passes_but_what_ray_needs() -> None:
    """Names, neighbours, the operator to the head, the autoscaler to the API server, metrics to whoever collects them."""
    assert policies(TeamNetworkPolicy()) == {
        "default-deny": {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]},
        "allow-dns": {
            "podSelector": {},
            "policyTypes": ["Egress"],
            "egress": [
                {
                    "to": [
                        {"podSelector": {"matchLabels": {"k8s-app": "kube-dns"}}, "namespaceSelector": namespace("kube-system")},
                        {"ipBlock": {"cidr": "169.254.20.10/32"}},
                    ],
                    "ports": [{"port": 53, "protocol": "UDP"}, {"port": 53, "protocol": "TCP"}],
                }
            ],
        },
        "allow-same-namespace": {
            "podSelector": {},
            "policyTypes": ["Ingress", "Egress"],
            "ingress": [{"from": [{"podSelector": {}}]}],
            "egress": [{"to": [{"podSelector": {}}]}],
        },
        "allow-kuberay-operator": {
            "podSelector": HEAD,
            "policyTypes": ["Ingress"],
            "ingress": [
                {
                    "from": [
                        {
                            "podSelector": {"matchLabels": {"app.kubernetes.io/component": "kuberay-operator"}},
                            "namespaceSelector": namespace("kuberay-operator"),
                        }
                    ],
                    "ports": tcp(8265, 8000),
                }
            ],
        },
        "allow-api-server": {"podSelector": HEAD, "policyTypes": ["Egress"], "egress": [{"ports": tcp(443, 6443)}]},
        "allow-metrics": {
            "podSelector": NODES,
            "policyTypes": ["Ingress"],
            "ingress": [{"from": [{"namespaceSelector": namespace("monitoring")}], "ports": tcp(8080)}],
        },
    }


def test_the_surroundings_may_be_others() -> None:
    """Where the operator, the monitoring and the DNS are, and the addresses of the API server."""
    made = policies(
        TeamNetworkPolicy(
            operator_namespace="ray-system",
            monitoring_namespace="observability",
            dns=[Pods(namespace_selector=LabelSelector({"name": "dns"}))],
            api_server=[IpBlock("10.0.0.1/32")],
        )
    )

    assert made["allow-kuberay-operator"]["ingress"][0]["from"][0]["namespaceSelector"] == namespace("ray-system")
    assert made["allow-metrics"]["ingress"][0]["from"] == [{"namespaceSelector": namespace("observability")}]
    assert made["allow-dns"]["egress"][0]["to"] == [{"namespaceSelector": {"matchLabels": {"name": "dns"}}}]
    assert made["allow-api-server"]["egress"] == [{"to": [{"ipBlock": {"cidr": "10.0.0.1/32"}}], "ports": tcp(443, 6443)}]


def test_metrics_are_closed_where_nobody_collects_them() -> None:
    """No policy is made for a namespace that does not exist."""
    assert "allow-metrics" not in policies(TeamNetworkPolicy(monitoring_namespace=None))


@pytest.mark.parametrize(
    ("policy", "spec"),
    [
        (
            TeamNetworkPolicy(egress=[EgressRule(to=[IpBlock("0.0.0.0/0", except_=["10.0.0.0/8"])], ports=[443])]),
            {
                "podSelector": {},
                "policyTypes": ["Egress"],
                "egress": [{"to": [{"ipBlock": {"cidr": "0.0.0.0/0", "except": ["10.0.0.0/8"]}}], "ports": tcp(443)}],
            },
        ),
        (
            TeamNetworkPolicy(ingress=[IngressRule(from_=[Pods(namespace_selector=LabelSelector({"name": "gateway"}))], ports=["serve"])]),
            {
                "podSelector": {},
                "policyTypes": ["Ingress"],
                "ingress": [
                    {
                        "from": [{"namespaceSelector": {"matchLabels": {"name": "gateway"}}}],
                        "ports": [{"port": "serve", "protocol": "TCP"}],
                    }
                ],
            },
        ),
    ],
    ids=["out", "in"],
)
def test_what_a_team_asks_for_is_opened_to_all_its_pods(policy: TeamNetworkPolicy, spec: JsonObject) -> None:
    """One policy holds it, for the directions that are asked for."""
    assert policies(policy)["allow-team"] == spec


def test_what_heads_or_workers_alone_ask_for() -> None:
    """A policy for each, by the labels of KubeRay; what heads may do their clean-up may, too."""
    redis = EgressRule(to=[Pods(namespace_selector=LabelSelector({"name": "redis"}))], ports=[6379])
    clients = IngressRule(from_=[Pods(namespace_selector=LabelSelector({"name": "gateway"}))], ports=[8000])
    made = policies(TeamNetworkPolicy(head=NetworkRules(egress=[redis]), workers=NetworkRules(ingress=[clients])))

    assert {name: spec for name, spec in made.items() if name.startswith("allow-team")} == {
        "allow-team-head": {
            "podSelector": {"matchExpressions": [{"key": "ray.io/node-type", "operator": "In", "values": ["head", "redis-cleanup"]}]},
            "policyTypes": ["Egress"],
            "egress": [{"to": [{"namespaceSelector": {"matchLabels": {"name": "redis"}}}], "ports": tcp(6379)}],
        },
        "allow-team-workers": {
            "podSelector": {"matchLabels": {"ray.io/node-type": "worker"}},
            "policyTypes": ["Ingress"],
            "ingress": [{"from": [{"namespaceSelector": {"matchLabels": {"name": "gateway"}}}], "ports": tcp(8000)}],
        },
    }


def test_no_policies_at_all_if_that_is_said() -> None:
    """The cluster's own rules hold then."""
    assert [part for part in bodies(TeamSpec(network_policy=None), "vision") if part.startswith("networkpolicy")] == []


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        (TeamNetworkPolicy(dns=[]), ["dns: must name at least one server, without which workers do not find their head"]),
        (
            TeamNetworkPolicy(operator_namespace="", monitoring_namespace="A"),
            [f"operator_namespace: {DNS_LABEL}''", f"monitoring_namespace: {DNS_LABEL}'A'"],
        ),
    ],
    ids=["no DNS", "namespaces that are no names"],
)
def test_borders_that_no_ray_cluster_survives_are_refused(policy: TeamNetworkPolicy, expected: list[str]) -> None:
    """Without names Ray does not start."""
    assert told(policy) == expected
