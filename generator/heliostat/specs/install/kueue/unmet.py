"""What queues and queued objects ask of Kueue that it does not do as it is installed, and says nothing of.

Source: sigs.k8s.io/kueue v0.19.2, pkg/features, pkg/cache, pkg/webhooks and pkg/controller/jobframework (reconciler.go for namespaces).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.manifest import Manifest
from heliostat.schemas.structure import object_of
from heliostat.specs.install.kueue.naming import NAMESPACE_LABEL
from heliostat.specs.install.kueue.running_kueue import RunningKueue
from heliostat.specs.label_selector import selects

_QUEUE_LABEL = "kueue.x-k8s.io/queue-name"
_QUEUED = ("ray.io/v1 RayCluster", "ray.io/v1 RayJob", "ray.io/v1 RayService")
_API = "kueue.x-k8s.io/v1beta2"
_ELASTIC = "kueue.x-k8s.io/elastic-job"


@dataclass(frozen=True, slots=True)
class _Need:
    """A field, as a path in the object, that needs a gate or a part of the configuration."""

    path: tuple[str, ...]
    value: JsonValue = None
    """The value that needs it; any one where it is None."""
    gate: str | None = None
    setting: tuple[str, str] | None = None
    """Field of the configuration, and the argument that writes it."""


def _path(text: str) -> tuple[str, ...]:
    return tuple(text.split("."))


_FAIR, _BY_USAGE = ("fairSharing", "fair_sharing"), ("admissionFairSharing", "admission_fair_sharing")
_ELASTIC_NEED = _Need(("metadata", "annotations", _ELASTIC), "true", gate="ElasticJobsViaWorkloadSlices")

_NEEDS: Mapping[str, tuple[_Need, ...]] = {
    f"{_API} AdmissionCheck": (_Need(_path("spec.controllerName"), "kueue.x-k8s.io/multikueue", gate="MultiKueue"),),
    f"{_API} ClusterQueue": (
        _Need(_path("spec.admissionScope.admissionMode"), "UsageBasedAdmissionFairSharing", setting=_BY_USAGE),
        _Need(_path("spec.concurrentAdmissionPolicy"), gate="ConcurrentAdmission"),
        _Need(_path("spec.fairSharing"), setting=_FAIR),
    ),
    f"{_API} Cohort": (_Need(_path("spec.fairSharing"), setting=_FAIR),),
    f"{_API} LocalQueue": (_Need(_path("spec.fairSharing"), setting=_BY_USAGE),),
    f"{_API} MultiKueueCluster": (_Need(_path("spec.clusterSource.clusterProfileRef"), gate="MultiKueueClusterProfile"),),
    f"{_API} MultiKueueConfig": (_Need(_path("spec.quotaManagement"), "Automated", gate="MultiKueueManagerQuotaAutomation"),),
    f"{_API} ResourceFlavor": (_Need(_path("spec.topologyName"), gate="TopologyAwareScheduling"),),
    f"{_API} Topology": (_Need(("spec",), gate="TopologyAwareScheduling"),),
    **dict.fromkeys(_QUEUED, (_ELASTIC_NEED,)),
}


def unmet_problems(manifests: Sequence[Manifest], kueue: RunningKueue) -> Iterator[str]:
    """Name the objects that need what this Kueue does not do, and the queued ones in namespaces that it does not manage."""
    labels = {
        str(metadata["name"]): {**_labels(metadata), NAMESPACE_LABEL: str(metadata["name"])}
        for manifest in manifests
        if manifest.body.get("kind") == "Namespace"
        for metadata in [object_of(manifest.body.get("metadata"))]
    }
    for manifest in manifests:
        for problem in (*_unmet(manifest.body, kueue), *_unmanaged(manifest.body, labels, kueue)):
            yield manifest.complaint(problem)


def _unmet(body: JsonObject, kueue: RunningKueue) -> Iterator[str]:
    for need in _NEEDS.get(_kind(body), ()):
        given = _at(body, need.path)
        if given is None or need.value not in (None, given):
            continue
        field = _words(need.path, body)
        if need.gate is not None and not kueue.gates.get(need.gate):
            yield f"{field} needs the feature gate {need.gate}, which is off in {kueue}"
        if need.setting is not None and need.setting[0] not in kueue.configuration:
            yield f"{field} has no effect without {need.setting[1]} in the configuration of {kueue}"


def _words(path: tuple[str, ...], body: JsonObject) -> str:
    """Say which field is meant: an annotation by its key, and the object itself where it is all of it."""
    if path == ("spec",):
        return f"a {body['kind']}"
    return path[-1] if path[0] == "metadata" else ".".join(path)


def _unmanaged(body: JsonObject, labels: Mapping[str, Mapping[str, str]], kueue: RunningKueue) -> Iterator[str]:
    """Name a queue that nobody looks at; of a namespace that is made elsewhere the labels are not known."""
    metadata = object_of(body.get("metadata"))
    namespace, queue = str(metadata.get("namespace")), _labels(metadata).get(_QUEUE_LABEL)
    if _kind(body) in _QUEUED and queue and namespace in labels and not selects(kueue.managed, labels[namespace]):
        yield f'is not queued in "{queue}", since its namespace "{namespace}" is none of those that are managed by {kueue}'


def _kind(body: JsonObject) -> str:
    return f"{body.get('apiVersion')} {body.get('kind')}"


def _labels(metadata: JsonObject) -> dict[str, str]:
    return {key: str(value) for key, value in object_of(metadata.get("labels")).items()}


def _at(value: JsonValue, path: Sequence[str]) -> JsonValue:
    for step in path:
        value = object_of(value).get(step)
    return value
