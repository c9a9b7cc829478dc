"""Who may talk to a cluster."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.ray.auth import Auth
from tests.specs.answers import DNS_SUBDOMAIN, Thing, told


@pytest.mark.parametrize(
    ("auth", "expected"),
    [
        (Auth(), {"mode": "token"}),
        (Auth(mode="disabled"), {"mode": "disabled"}),
        (Auth(secret_name=Thing("Secret", "s")), {"mode": "token", "secretName": "s"}),
        (Auth(enable_k8s_token_auth=True), {"mode": "token", "enableK8sTokenAuth": True}),
    ],
)
def test_the_mode_is_always_said(auth: Auth, expected: object) -> None:
    """Without it KubeRay makes a token and asks nobody for it."""
    assert told(auth) == []
    assert auth.wire() == expected


@pytest.mark.parametrize(
    ("auth", "expected"),
    [
        (Auth(mode="disabled", secret_name="s"), 'secret_name: needs the mode "token"'),
        (Auth(mode="disabled", enable_k8s_token_auth=True), 'enable_k8s_token_auth: needs the mode "token"'),
        (Auth(secret_name="A"), f"secret_name: {DNS_SUBDOMAIN}'A'"),
        (
            Auth(secret_name="s", enable_k8s_token_auth=True),
            "secret_name: must be left out when enable_k8s_token_auth is True, since there is no shared token then",
        ),
    ],
)
def test_what_kuberay_refuses_is_refused(auth: Auth, expected: str) -> None:
    """A Secret and Kubernetes' own tokens are two ways."""
    assert told(auth) == [expected]


def test_authentication_needs_its_version() -> None:
    """The mode came with KubeRay 1.5.1, the rest with 1.6."""
    assert told(Auth(), Targets(kuberay="1.5.0")) == [": needs KubeRay 1.5.1, the target is 1.5.0"]
    assert told(Auth(secret_name="s"), Targets(kuberay="1.5.1")) == ["secret_name: needs KubeRay 1.6, the target is 1.5.1"]
