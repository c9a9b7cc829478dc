"""Options of Ray's autoscaler."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.pod.environment import SecretRef
from heliostat.specs.pod.security_context import SecurityContext
from heliostat.specs.pod.volume import EmptyDir
from heliostat.specs.ray.autoscaler import Autoscaler
from tests.specs.answers import told


def test_every_argument_is_written() -> None:
    """Requests equal limits; one of the two resources brings KubeRay's default of the other."""
    autoscaler = Autoscaler(
        version="v1",
        upscaling_mode="Conservative",
        idle_timeout_seconds=120,
        image="i:1",
        image_pull_policy="Always",
        cpu=1,
        env={"A": "b"},
        env_from=[SecretRef("s")],
        command=["c"],
        args=["a"],
        security_context=SecurityContext(run_as_user=1),
        volumes={"/x": EmptyDir()},
    )

    expected = {
        "version": "v1",
        "upscalingMode": "Conservative",
        "idleTimeoutSeconds": 120,
        "image": "i:1",
        "imagePullPolicy": "Always",
        "resources": {"limits": {"cpu": "1", "memory": "512Mi"}, "requests": {"cpu": "1", "memory": "512Mi"}},
        "env": [{"name": "A", "value": "b"}],
        "envFrom": [{"secretRef": {"name": "s"}}],
        "command": ["c"],
        "args": ["a"],
        "securityContext": {"runAsUser": 1},
        "volumeMounts": [{"name": "x", "mountPath": "/x"}],
    }

    assert told(autoscaler) == []
    assert autoscaler.wire() == expected


def test_the_version_is_always_said() -> None:
    """Otherwise Ray's image decides, and KubeRay does not know which one runs."""
    assert Autoscaler().wire() == {"version": "v2"}


@pytest.mark.parametrize(
    ("autoscaler", "expected"),
    [
        (Autoscaler(idle_timeout_seconds=-1), "idle_timeout_seconds: must not be negative, got -1"),
        (Autoscaler(cpu=-1), "cpu: must not be negative, got -1"),
        (
            Autoscaler(env={"KUBERAY_GEN_AUTOSCALER_START_CMD": "x"}),
            'env["KUBERAY_GEN_AUTOSCALER_START_CMD"]: must be left out, since KubeRay sets it',
        ),
        (Autoscaler(volumes={"x": EmptyDir()}), 'volumes["x"]: must be mounted at an absolute path without ":"'),
    ],
)
def test_what_kuberay_refuses_is_refused(autoscaler: Autoscaler, expected: str) -> None:
    """Before the object is applied, where KubeRay would only write an event."""
    assert told(autoscaler) == [expected]


def test_another_command_needs_its_version() -> None:
    """KubeRay 1.6 has no such fields."""
    assert told(Autoscaler(command=["c"], args=["a"]), Targets(kuberay="1.6.2")) == [
        "command: needs KubeRay 1.7, the target is 1.6.2",
        "args: needs KubeRay 1.7, the target is 1.6.2",
    ]
