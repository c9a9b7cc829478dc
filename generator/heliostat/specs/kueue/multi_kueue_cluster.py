"""MultiKueueCluster: one cluster that workloads may be sent to."""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.kueue_object import ClusterScopedSpec, kueue_object
from heliostat.specs.object_spec import Part

_LONGEST = 256
_SOURCES = ("kube_config_secret", "kube_config_path", "cluster_profile")


@arguments
class MultiKueueClusterSpec(ClusterScopedSpec):
    """Arguments of a MultiKueueCluster: exactly one way to reach it.

    Args:
        kube_config_secret: Secret in Kueue's namespace that holds a kubeconfig under the key `kubeconfig`.
        kube_config_path: file in the Kueue manager's container that holds one.
        cluster_profile: ClusterProfile in Kueue's namespace; needs a gate of Kueue.
    """

    kube_config_secret: str | None = None
    kube_config_path: str | None = None
    cluster_profile: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what the CRD of Kueue 0.19 refuses."""
        yield from super().check(targets)
        given = {argument: value for argument in _SOURCES if (value := getattr(self, argument)) is not None}
        if len(given) != 1:
            yield Problem("", f"needs exactly one of {', '.join(_SOURCES)}, got {', '.join(given) or 'none'}")
        for argument, value in given.items():
            if not 1 <= len(value) <= _LONGEST:
                yield Problem(argument, f"must be of 1 to {_LONGEST} characters, got {value!r}")

    def parts(self, name: str, targets: Targets) -> list[Part]:
        return kueue_object(self, "MultiKueueCluster", name, {"spec": {"clusterSource": self._source()}})

    def _source(self) -> JsonObject:
        if self.cluster_profile is not None:
            return {"clusterProfileRef": {"name": self.cluster_profile}}
        if self.kube_config_path is not None:
            return {"kubeConfig": {"location": self.kube_config_path, "locationType": "Path"}}
        return {"kubeConfig": {"location": self.kube_config_secret, "locationType": "Secret"}}
