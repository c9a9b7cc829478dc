"""MultiKueueConfig: the clusters that workloads may be sent to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.kueue_object import ClusterScopedSpec, kueue_object
from heliostat.specs.object_spec import Part
from heliostat.specs.reference import Named, OfKind, name_of

_MOST_CLUSTERS = 20
_LONGEST_NAME = 256


@arguments
class MultiKueueConfigSpec(ClusterScopedSpec):
    """Arguments of a MultiKueueConfig; an AdmissionCheck takes it as its parameters.

    Args:
        clusters: MultiKueueClusters that workloads may be sent to, 1 to 20, in order.
        quota_management: who sets the quotas of the manager's queues; `Automated` needs a gate of Kueue.
    """

    parameters_kind: ClassVar[str] = "MultiKueueConfig"

    clusters: Sequence[Annotated[Named | str, OfKind("MultiKueueCluster")]]
    quota_management: Literal["Manual", "Automated"] | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what the CRD of Kueue 0.19 refuses."""
        yield from super().check(targets)
        if not 1 <= len(self.clusters) <= _MOST_CLUSTERS:
            yield Problem("clusters", f"must be 1 to {_MOST_CLUSTERS} clusters, got {len(self.clusters)}")
        names = [name_of(cluster) for cluster in self.clusters]
        for index, name in enumerate(names):
            if not 1 <= len(name) <= _LONGEST_NAME:
                yield Problem(f"clusters[{index}]", f"must be a name of 1 to {_LONGEST_NAME} characters, got {name!r}")
            if name in names[:index]:
                yield Problem(f"clusters[{index}]", f'names the cluster "{name}" a second time')

    def parts(self, name: str, targets: Targets) -> list[Part]:
        spec: JsonObject = {"clusters": [name_of(cluster) for cluster in self.clusters]}
        if self.quota_management is not None:
            spec["quotaManagement"] = self.quota_management
        return kueue_object(self, "MultiKueueConfig", name, {"spec": spec})
