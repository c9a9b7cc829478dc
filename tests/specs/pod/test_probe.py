"""Probes and what runs around the life of a container."""

from __future__ import annotations

import pytest

from heliostat.specs.pod.probe import Exec, Grpc, HttpGet, Lifecycle, Probe, Sleep, TcpSocket
from heliostat.specs.wire import json_of
from tests.specs.answers import told


@pytest.mark.parametrize(
    ("probe", "expected"),
    [
        (Probe(Exec(["true"]), timeout_seconds=2), {"exec": {"command": ["true"]}, "timeoutSeconds": 2}),
        (
            Probe(HttpGet("serve", path="/-/healthz", http_headers={"a": "b"}, scheme="HTTP"), initial_delay_seconds=0),
            {
                "httpGet": {"port": "serve", "path": "/-/healthz", "httpHeaders": [{"name": "a", "value": "b"}], "scheme": "HTTP"},
                "initialDelaySeconds": 0,
            },
        ),
        (Probe(TcpSocket(6379)), {"tcpSocket": {"port": 6379}}),
        (Probe(Grpc(9000, service="s")), {"grpc": {"port": 9000, "service": "s"}}),
    ],
)
def test_every_kind_of_probe_is_written(probe: Probe, expected: object) -> None:
    """What is asked stands beside how often."""
    assert told(probe) == []
    assert json_of(probe) == expected


def test_hooks_are_written_by_what_they_do() -> None:
    """Waiting is a hook of its own."""
    lifecycle = Lifecycle(post_start=Exec(["a"]), pre_stop=Sleep(5), stop_signal="SIGINT")

    assert json_of(lifecycle) == {"postStart": {"exec": {"command": ["a"]}}, "preStop": {"sleep": {"seconds": 5}}, "stopSignal": "SIGINT"}


def test_numbers_that_kubernetes_refuses_are_refused_together() -> None:
    """A period of nothing is none."""
    assert told(Probe(Exec(["a"]), period_seconds=0, failure_threshold=0)) == [
        "period_seconds: must be at least 1, got 0",
        "failure_threshold: must be at least 1, got 0",
    ]
