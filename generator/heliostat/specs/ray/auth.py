"""Who may talk to a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated, Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.reference import Named, OfKind, name_of
from heliostat.specs.reference_name import reference_problems
from heliostat.specs.version_need import version_problems


@arguments
class Auth:
    """Token authentication of Ray (Ray 2.52, KubeRay 1.5.1 and later).

    Args:
        mode: `token` asks for one; KubeRay makes it, in a Secret named like the cluster.
        secret_name: an existing Secret with the key `auth_token` instead (KubeRay 1.6 and later).
        enable_k8s_token_auth: True checks Kubernetes tokens instead of one shared token (Ray 2.55, KubeRay 1.6 and later;
            only in a RayCluster of its own).
    """

    mode: Literal["token", "disabled"] = field(default="token", kw_only=False)
    secret_name: Annotated[Named | str, OfKind("Secret")] | None = None
    enable_k8s_token_auth: bool = False

    def wire(self) -> JsonObject:
        body: JsonObject = {"mode": self.mode}
        if self.secret_name is not None:
            body["secretName"] = name_of(self.secret_name)
        if self.enable_k8s_token_auth:
            body["enableK8sTokenAuth"] = True
        return body

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from version_problems("", "kuberay", "1.5.1", targets)
        for argument in ("secret_name", "enable_k8s_token_auth"):
            if getattr(self, argument):
                yield from version_problems(argument, "kuberay", "1.6", targets)
                if self.mode != "token":
                    yield Problem(argument, 'needs the mode "token"')
        yield from reference_problems("secret_name", self.secret_name)
        if self.secret_name is not None and self.enable_k8s_token_auth:
            yield Problem("secret_name", "must be left out when enable_k8s_token_auth is True, since there is no shared token then")
