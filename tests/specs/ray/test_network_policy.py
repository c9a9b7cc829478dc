"""What the pods of a cluster let through."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.network_rule import EgressRule, IngressRule, IpBlock
from heliostat.specs.ray.network_policy import Needs, NetworkRules, RayNetworkPolicy, network_policy
from heliostat.specs.ray_traffic import api_server_egress, dns_egress, operator_ingress
from heliostat.specs.wire import wire
from tests.specs.answers import told

PLAIN = Needs(dashboard=8265, serve=8000, redis=None, api_server=False)
DNS = wire(dns_egress())
OPERATOR = wire(operator_ingress("kuberay-operator"))


def test_what_ray_needs_is_opened_in_the_directions_that_are_denied() -> None:
    """Without DNS no worker finds its head."""
    both = {"mode": "DenyAll", "head": {"ingressRules": [OPERATOR], "egressRules": [DNS]}, "worker": {"egressRules": [DNS]}}

    assert network_policy(RayNetworkPolicy(), PLAIN) == both
    assert network_policy(RayNetworkPolicy(mode="DenyAllEgress"), PLAIN) == {
        "mode": "DenyAllEgress",
        "head": {"egressRules": [DNS]},
        "worker": {"egressRules": [DNS]},
    }
    assert network_policy(RayNetworkPolicy(mode="DenyAllIngress"), PLAIN) == {
        "mode": "DenyAllIngress",
        "head": {"ingressRules": [OPERATOR]},
    }
    assert network_policy(RayNetworkPolicy(ray_needs=False), PLAIN) == {"mode": "DenyAll"}


def test_the_head_reaches_what_it_writes_to() -> None:
    """Redis keeps its state, the API server scales its workers; ports follow the head's own."""
    policy = RayNetworkPolicy(operator_namespace="ops", dns=[IpBlock("10.0.0.10/32")], api_server=[IpBlock("10.0.0.1/32")])
    needs = Needs(dashboard=9000, serve=9001, redis=6380, api_server=True)

    dns = wire(dns_egress([IpBlock("10.0.0.10/32")]))
    operator = wire(IngressRule(from_=operator_ingress("ops").from_, ports=[9000, 9001]))
    egress = [dns, wire(api_server_egress([IpBlock("10.0.0.1/32")])), {"ports": [{"port": 6380, "protocol": "TCP"}]}]

    assert network_policy(policy, needs) == {
        "mode": "DenyAll",
        "head": {"ingressRules": [operator], "egressRules": egress},
        "worker": {"egressRules": [dns]},
    }


def test_the_authors_rules_stand_beside_and_a_group_has_its_own() -> None:
    """A group's rules replace those of the workers at KubeRay, so what Ray needs is repeated there."""
    policy = RayNetworkPolicy(
        head=NetworkRules(ingress=[IngressRule(ports=[8080])]),
        workers=NetworkRules(egress=[EgressRule(ports=[443])]),
        groups={"gpu": NetworkRules(ingress=[IngressRule(ports=[9100])])},
    )

    https = {"ports": [{"port": 443, "protocol": "TCP"}]}
    assert told(policy) == []
    assert network_policy(policy, PLAIN) == {
        "mode": "DenyAll",
        "head": {"ingressRules": [OPERATOR, {"ports": [{"port": 8080, "protocol": "TCP"}]}], "egressRules": [DNS]},
        "worker": {"egressRules": [DNS, https]},
        "workerGroups": [{"groupName": "gpu", "ingressRules": [{"ports": [{"port": 9100, "protocol": "TCP"}]}], "egressRules": [DNS]}],
    }


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        (
            RayNetworkPolicy(mode="DenyAllEgress", head=NetworkRules(ingress=[IngressRule()])),
            'head.ingress: must be left out in the mode "DenyAllEgress", which lets all ingress through',
        ),
        (
            RayNetworkPolicy(mode="DenyAllIngress", groups={"gpu": NetworkRules(egress=[EgressRule()])}),
            'groups["gpu"].egress: must be left out in the mode "DenyAllIngress", which lets all egress through',
        ),
    ],
)
def test_rules_for_a_direction_that_is_open_are_refused(policy: RayNetworkPolicy, expected: str) -> None:
    """KubeRay refuses them too, in an event."""
    assert told(policy) == [expected]


def test_network_policies_need_their_version() -> None:
    """KubeRay 1.6 would drop them and leave the pods open."""
    assert told(RayNetworkPolicy(), Targets(kuberay="1.6.2")) == [": needs KubeRay 1.7, the target is 1.6.2"]
