"""Containers beside the main one, and what all containers take."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.pod.container import Container, Port, RestartRule
from heliostat.specs.pod.environment import SecretRef
from heliostat.specs.pod.probe import Exec, Lifecycle, Probe
from heliostat.specs.pod.security_context import SecurityContext
from heliostat.specs.pod.volume import ClaimVolume, EmptyDir
from tests.specs.answers import DNS_LABEL, told

FULL = Container(
    "sidecar",
    image="i:1",
    command=["c"],
    args=["a"],
    cpu=0.5,
    memory="256Mi",
    limits={"ephemeral-storage": "1Gi"},
    requests={"cpu": "250m"},
    claims={"gpu": "r", "nic": None},
    ports={"http": 80, "dns": Port(53, protocol="UDP", host_port=53, host_ip="127.0.0.1")},
    env={"A": "b"},
    env_from=[SecretRef("s")],
    volumes={"/data": EmptyDir()},
    volume_devices={"/dev/x": ClaimVolume("block")},
    image_pull_policy="Always",
    working_dir="/w",
    security_context=SecurityContext(run_as_user=1),
    liveness_probe=Probe(Exec(["l"])),
    readiness_probe=Probe(Exec(["r"])),
    startup_probe=Probe(Exec(["s"])),
    lifecycle=Lifecycle(pre_stop=Exec(["p"])),
    container_restart_policy="OnFailure",
    restart_policy_rules=[RestartRule(action="Restart", operator="In", exit_codes=[42])],
    resize_policy={"cpu": "NotRequired"},
    termination_message_path="/m",
    termination_message_policy="FallbackToLogsOnError",
    stdin=True,
    stdin_once=True,
    tty=False,
)


def test_every_argument_is_written() -> None:
    """Resources come from four arguments, ports and variables are lists by name."""
    expected = {
        "name": "sidecar",
        "image": "i:1",
        "command": ["c"],
        "args": ["a"],
        "resources": {
            "limits": {"cpu": "500m", "memory": "256Mi", "ephemeral-storage": "1Gi"},
            "requests": {"cpu": "250m", "memory": "256Mi", "ephemeral-storage": "1Gi"},
            "claims": [{"name": "gpu", "request": "r"}, {"name": "nic"}],
        },
        "ports": [
            {"name": "http", "containerPort": 80, "protocol": "TCP"},
            {"name": "dns", "containerPort": 53, "protocol": "UDP", "hostPort": 53, "hostIP": "127.0.0.1"},
        ],
        "env": [{"name": "A", "value": "b"}],
        "envFrom": [{"secretRef": {"name": "s"}}],
        "volumeMounts": [{"name": "data", "mountPath": "/data"}],
        "volumeDevices": [{"name": "block", "devicePath": "/dev/x"}],
        "imagePullPolicy": "Always",
        "workingDir": "/w",
        "securityContext": {"runAsUser": 1},
        "livenessProbe": {"exec": {"command": ["l"]}},
        "readinessProbe": {"exec": {"command": ["r"]}},
        "startupProbe": {"exec": {"command": ["s"]}},
        "lifecycle": {"preStop": {"exec": {"command": ["p"]}}},
        "restartPolicy": "OnFailure",
        "restartPolicyRules": [{"action": "Restart", "exitCodes": {"operator": "In", "values": [42]}}],
        "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "NotRequired"}],
        "terminationMessagePath": "/m",
        "terminationMessagePolicy": "FallbackToLogsOnError",
        "stdin": True,
        "stdinOnce": True,
        "tty": False,
    }

    assert told(FULL) == []
    assert FULL.wire() == expected


def test_silence_writes_nothing() -> None:
    """A container needs a name and an image."""
    assert Container("a", image="i").wire() == {"name": "a", "image": "i"}


def test_everything_wrong_is_told_together() -> None:
    """Each problem names its argument."""
    container = Container(
        "A",
        image="i j",
        cpu=-1,
        env={"=": ""},
        volumes={"data": EmptyDir()},
        ports={"Web": 80, "web": 80, "far": 70000, "12": 12},
    )
    name = 'must be named with at most 15 lower-case letters, digits and single "-", one of them a letter'

    assert told(container) == [
        f"name: {DNS_LABEL}'A'",
        "image: must be a reference such as registry.example/train:v1, got 'i j'",
        "cpu: must not be negative, got -1",
        "env: has the name '=', which cannot be a variable's name",
        'volumes["data"]: must be mounted at an absolute path without ":"',
        f'ports["Web"]: {name}',
        'ports["web"]: must differ from the port "Web", both are 80/TCP',
        'ports["far"]: must be a number from 1 to 65535, got 70000',
        f'ports["12"]: {name}',
    ]


@pytest.mark.parametrize(
    ("container", "argument"),
    [
        (Container("a", image="i", container_restart_policy="Never"), "container_restart_policy"),
        (
            Container("a", image="i", restart_policy_rules=[RestartRule(action="Restart", operator="In", exit_codes=[1])]),
            "restart_policy_rules",
        ),
    ],
)
def test_restarts_by_container_need_their_version(container: Container, argument: str) -> None:
    """Before Kubernetes 1.35 only `Always` is known, which makes a sidecar of an init container."""
    older = Targets(kubernetes="1.34.2")

    assert told(container, older) == [f"{argument}: needs Kubernetes 1.35, the target is 1.34.2"]
    assert told(Container("a", image="i", container_restart_policy="Always"), older) == []
