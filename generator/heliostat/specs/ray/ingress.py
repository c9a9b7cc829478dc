"""An Ingress to Ray's dashboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Literal

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.version_need import version_problems
from heliostat.specs.wire import SKIPPED


@arguments
class IngressTls:
    """A certificate of an Ingress.

    Args:
        hosts: names it is for.
        secret_name: Secret that holds it.
    """

    hosts: Sequence[str] = ()
    secret_name: str | None = None


@arguments
class Ingress:
    """An Ingress (on OpenShift a Route) to Ray's dashboard, which runs code for whoever reaches it.

    Args:
        class_name: IngressClass; the cluster's default when absent.
        host: name that it answers to; every name when absent (KubeRay 1.7 and later).
        path: path on that host; `/` by default (KubeRay 1.7 and later).
        path_type: how the path is matched; `Prefix` by default (KubeRay 1.7 and later).
        tls: certificates (KubeRay 1.7 and later).
    """

    class_name: str | None = field(default=None, metadata=SKIPPED)
    host: str | None = None
    path: str | None = None
    path_type: Literal["Exact", "Prefix", "ImplementationSpecific"] | None = None
    tls: Sequence[IngressTls] = ()

    def check(self, targets: Targets) -> Iterator[Problem]:
        for argument in ("host", "path", "path_type", "tls"):
            if getattr(self, argument):
                yield from version_problems(argument, "kuberay", "1.7", targets)
        if self.path is not None and not self.path.startswith("/"):
            yield Problem("path", f'must begin with "/", got {self.path!r}')
