"""Who may talk to a Ray cluster."""

from __future__ import annotations

from typing import Literal

from heliostat.specs.arguments import arguments


@arguments
class Auth:
    """Token authentication of Ray (Ray 2.52, KubeRay 1.5.1 and later).

    Args:
        mode: `token` asks for one; KubeRay makes it, in a Secret named like the cluster.
        secret_name: an existing Secret with the key `auth_token` instead (KubeRay 1.6 and later).
        enable_k8s_token_auth: True checks Kubernetes tokens instead of one shared token (Ray 2.55, KubeRay 1.6 and later;
            only in a RayCluster of its own).
    """

    mode: Literal["token", "disabled"] = "token"
    secret_name: str | None = None
    enable_k8s_token_auth: bool = False
