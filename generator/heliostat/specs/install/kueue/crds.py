"""Kueue's CRDs, and the webhook that converts between their versions."""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.structure import object_of
from heliostat.schemas.targets import Targets
from heliostat.specs.argocd.group_kind import defined_by
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.crds import CrdsSpec
from heliostat.specs.install.kueue.arguments import KueueArguments
from heliostat.specs.install.kueue.certificates import Certificates, ca_annotation, is_internal
from heliostat.specs.install.kueue.kinds import GROUP
from heliostat.specs.install.kueue.naming import LABELS, NAMESPACE, WEBHOOK_SERVICE
from heliostat.specs.object_spec import Part

_CONVERTED = frozenset({"ClusterQueue", "Cohort", "LocalQueue", "MultiKueueCluster", "Workload"})
"""Kinds whose versions differ."""


@arguments
class KueueCrdsSpec(CrdsSpec):
    """Arguments of KueueCrds.

    Args:
        kueue_namespace: namespace that Kueue is installed into, whose webhook converts objects of older versions.
        certificates: who makes Kueue's certificates; as given to `Kueue`.
    """

    kueue_namespace: str = NAMESPACE
    certificates: Certificates = "internal"

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from super().check(targets)
        if fault := dns_label_fault(self.kueue_namespace):
            yield Problem("kueue_namespace", fault)

    def parts(self, name: str, targets: Targets) -> list[Part]:
        return self.crds(GROUP, targets)

    def as_installed(self, crd: JsonObject) -> JsonObject:
        """Add upstream's labels, and the conversion; the CA is brought by Kueue or cert-manager."""
        metadata, spec = object_of(crd["metadata"]), object_of(crd["spec"])
        metadata = {**metadata, "labels": {**LABELS, **object_of(metadata.get("labels"))}}
        if defined_by(crd)[1] not in _CONVERTED:
            return {**crd, "metadata": metadata}
        ca = ca_annotation(self.certificates, self.kueue_namespace)
        metadata["annotations"] = {**ca, **object_of(metadata.get("annotations"))}
        service: JsonObject = {"name": WEBHOOK_SERVICE, "namespace": self.kueue_namespace, "path": "/convert"}
        webhook: JsonObject = {"clientConfig": {"service": service}, "conversionReviewVersions": ["v1"]}
        conversion: JsonObject = {"strategy": "Webhook", "webhook": webhook}
        return {**crd, "metadata": metadata, "spec": {**spec, "conversion": conversion}}


def unfit_problems(crds: KueueCrdsSpec, kueue: KueueArguments, called: str) -> Iterator[Problem]:
    """Name what keeps a Kueue from working with CRDs of the same cluster.

    Args:
        crds: arguments of the CRDs.
        kueue: arguments of Kueue.
        called: what Kueue is called in messages.
    """
    if kueue.install != "manifests":
        yield Problem("", f"must be left out, since the chart of {called}, brings the CRDs along")
        return
    if crds.kueue_namespace != kueue.decided_namespace:
        yield Problem(
            "kueue_namespace",
            f'must be "{kueue.decided_namespace}", where the webhook of {called}, converts objects, got "{crds.kueue_namespace}"',
        )
    if is_internal(crds.certificates) and not is_internal(kueue.certificates):
        yield Problem("certificates", f"must be given as to {called}, or nobody tells the API server whom its webhook is signed by")
