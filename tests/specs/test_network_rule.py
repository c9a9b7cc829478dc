"""Rules of network policies."""

from __future__ import annotations

import pytest

from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.network_rule import EgressRule, IngressRule, IpBlock, Pods, PortRange
from heliostat.specs.wire import wire
from tests.specs.answers import told


def test_ingress_is_written_with_the_protocol_of_every_port() -> None:
    """A number means TCP, which is written, since the API server would add it."""
    rule = IngressRule(
        from_=[Pods(pod_selector=LabelSelector({"a": "b"})), IpBlock("10.0.0.0/8", except_=["10.1.0.0/16"])],
        ports=[8265, "serve", PortRange(9000, end_port=9010, protocol="UDP")],
    )

    expected = {
        "from": [
            {"podSelector": {"matchLabels": {"a": "b"}}},
            {"ipBlock": {"cidr": "10.0.0.0/8", "except": ["10.1.0.0/16"]}},
        ],
        "ports": [
            {"port": 8265, "protocol": "TCP"},
            {"port": "serve", "protocol": "TCP"},
            {"port": 9000, "endPort": 9010, "protocol": "UDP"},
        ],
    }

    assert told(rule) == []
    assert wire(rule) == expected


def test_egress_without_peers_means_everywhere() -> None:
    """An empty list is not written, since the API server would drop it."""
    assert wire(EgressRule(ports=[PortRange(protocol="UDP")])) == {"ports": [{"protocol": "UDP"}]}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (Pods(), ": must have a pod_selector or a namespace_selector"),
        (PortRange(10, end_port=9), "end_port: must not be below port, which must be a number, got 9 and 10"),
        (PortRange("serve", end_port=9), "end_port: must not be below port, which must be a number, got 9 and 'serve'"),
    ],
)
def test_what_kubernetes_refuses_is_refused(arguments: object, expected: str) -> None:
    """A peer must say something, and a range must begin before it ends."""
    assert told(arguments) == [expected]
