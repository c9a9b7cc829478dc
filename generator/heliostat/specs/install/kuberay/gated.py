"""What of Ray's objects waits behind a feature gate of the operator that looks after them.

Source: KubeRay v1.7.0, ray-operator/controllers/ray/utils/validation.go, ray-operator/main.go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.manifest import Manifest
from heliostat.schemas.structure import object_of
from heliostat.specs.install.kuberay.running_operator import RunningOperator
from heliostat.specs.install.kuberay.unwatched import BY_MULTIKUEUE
from heliostat.specs.ray.described_cluster import CLUSTER_PATHS, value_at

_IN_A_CLUSTER: Mapping[str, tuple[JsonValue, str]] = {
    "gcsFaultToleranceOptions.backend": ("rocksdb", "GCSFaultToleranceEmbeddedStorage"),
    "historyServerOptions": (None, "RayClusterHistoryServer"),
    "networkPolicy": (None, "RayClusterNetworkPolicy"),
    "tlsOptions": (None, "RayClusterMTLS"),
}
_IN_AN_OBJECT: Mapping[str, tuple[JsonValue, str]] = {
    "spec.deletionStrategy": (None, "RayJobDeletionPolicy"),
    "spec.jobTemplate.deletionStrategy": (None, "RayJobDeletionPolicy"),
    "spec.upgradeStrategy.type": ("NewClusterWithIncrementalUpgrade", "RayServiceIncrementalUpgrade"),
}
"""Fields, the value that needs a gate where not every one does, and the gate. Without it the operator refuses the object, or leaves
a field unread."""


def gate_problems(manifests: Sequence[Manifest], operators: Sequence[RunningOperator]) -> Iterator[str]:
    """Name the Ray objects that need a gate which is off in the operator that watches their namespace.

    An object whose namespace none of the operators watches is somebody else's, and so is one that MultiKueue sends to another cluster.
    """
    for manifest in manifests:
        metadata = object_of(manifest.body.get("metadata"))
        for operator in operators:
            if not operator.watches(str(metadata.get("namespace"))) or value_at(manifest.body, "spec.managedBy") == BY_MULTIKUEUE:
                continue
            for what, gate in _needed(manifest.body):
                if not operator.gates.get(gate, False):
                    yield manifest.complaint(f"{what} needs the feature gate {gate}, which is off in {operator}")


def _needed(body: JsonObject) -> Iterator[tuple[str, str]]:
    """Name what needs a gate, and the gate."""
    kind = str(body.get("kind"))
    if body.get("apiVersion") != "ray.io/v1" or kind not in CLUSTER_PATHS:
        return
    if kind == "RayCronJob":
        yield "a RayCronJob", "RayCronJob"
    in_a_cluster = {f"{CLUSTER_PATHS[kind]}.{path}": need for path, need in _IN_A_CLUSTER.items()}
    for path, (value, gate) in {**in_a_cluster, **_IN_AN_OBJECT}.items():
        given = value_at(body, path)
        if given is not None and value in (None, given):
            yield path, gate
