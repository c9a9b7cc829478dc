"""CustomResourceDefinitions as objects of an app: upstream's own, with what Argo CD needs to know of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.store import catalogues
from heliostat.schemas.structure import object_of
from heliostat.schemas.targets import Targets
from heliostat.specs.argocd.group_kind import defined_by
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.object_spec import ObjectSpec, Part, merged

SYNC_OPTIONS: Mapping[str, str] = {"argocd.argoproj.io/sync-options": "Delete=confirm,Prune=confirm,ServerSideApply=true"}
"""Annotation of every CRD. A client-side apply keeps the whole object in an annotation, which holds 262,144 bytes: those of Ray and
Kueue's Workload are larger. With a CRD go all objects of its kind, so that somebody has to say yes."""


@arguments
class CrdsSpec(ObjectSpec):
    """What CRDs take: `labels`, `annotations` and `overrides` are of each of them."""

    def check(self, targets: Targets) -> Iterator[Problem]:
        for argument in ("name", "namespace"):
            if getattr(self, argument) is not None:
                yield Problem(argument, "must be left out, since CRDs have the names that upstream gives them and are in no namespace")

    def crds(self, group: str, targets: Targets, kinds: Sequence[str] = ()) -> list[Part]:
        """Make the CRDs of a group in the target's version, in the order of their names; those of some kinds where any are given."""
        bodies = [catalogue.crd(name) for catalogue in catalogues(group, targets) for name in sorted(catalogue.crds)]
        if kinds:
            bodies = [body for body in bodies if defined_by(body)[1] in kinds]
        ids = ["", *(str(object_of(body["metadata"])["name"]).partition(".")[0] for body in bodies[1:])]
        return [Part(part, self._body(body)) for part, body in zip(ids, bodies, strict=True)]

    def as_installed(self, crd: JsonObject) -> JsonObject:
        """Add what an installation adds to upstream's CRD; nothing, unless a product says otherwise."""
        return crd

    def _body(self, upstreams: JsonObject) -> JsonObject:
        crd = self.as_installed(upstreams)
        made = dict(object_of(crd["metadata"]))
        made["annotations"] = {**object_of(made.get("annotations")), **SYNC_OPTIONS, **self.annotations}
        if labels := {**object_of(made.get("labels")), **self.labels}:
            made["labels"] = labels
        return merged({**crd, "metadata": made}, self.overrides)
