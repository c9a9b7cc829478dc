"""The construct of Kueue's CRDs."""

from __future__ import annotations

from collections.abc import Iterator

from constructs import Construct

from heliostat.constructs.install.kueue import Kueue
from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.install.kueue.crds import KueueCrdsSpec, unfit_problems


class KueueCrds(KubernetesObject):
    """The CustomResourceDefinitions of Kueue, in an app of their own that comes before Kueue's. Arguments: KueueCrdsSpec."""

    @arguments_of(KueueCrdsSpec)
    def __init__(self, scope: Construct, id: str, spec: KueueCrdsSpec) -> None:
        super().__init__(scope, id, spec)
        self._given = spec

    def unfit_for(self, kueue: Kueue, called: str) -> Iterator[str]:
        """Say what keeps the Kueue of the same environment, which messages call `called`, from working with them."""
        if not self.is_refused and not kueue.is_refused:
            for problem in unfit_problems(self._given, kueue.installed, called):
                yield self.complaint(f"{problem.argument}: {problem.message}" if problem.argument else problem.message)
