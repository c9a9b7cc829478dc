"""One object of the world that is linted, and where it was read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from heliostat.lint.pods import PodTemplate, pod_templates
from heliostat.manifests.json_value import JsonObject, JsonValue, Path
from heliostat.manifests.object_ref import ObjectRef
from heliostat.schemas.structure import object_of

QUEUE_LABEL = "kueue.x-k8s.io/queue-name"
PRIORITY_LABEL = "kueue.x-k8s.io/priority-class"


@dataclass(frozen=True)
class Place:
    """Where an object was read: the file, which of its documents, and the path within that (of an item of a List)."""

    file: str
    document: int = 0
    path: Path = ()


@dataclass(frozen=True, eq=False)
class Resource:
    """One Kubernetes object; equal only to itself, since two files may hold the same."""

    ref: ObjectRef
    body: JsonObject
    place: Place

    @property
    def kind(self) -> str:
        """Kind and group, as policies name them: `RayJob.ray.io`, `Pod`."""
        return kind_of(self.ref)

    @property
    def label(self) -> str:
        """What the object is called in findings: `RayJob/team/train`, `ClusterQueue//research`."""
        return f"{self.ref.kind}/{self.ref.namespace or ''}/{self.ref.name}"

    @cached_property
    def metadata(self) -> JsonObject:
        """The metadata; empty where there is none."""
        return object_of(self.body.get("metadata"))

    @cached_property
    def labels(self) -> JsonObject:
        """The labels; empty where there are none."""
        return object_of(self.metadata.get("labels"))

    @cached_property
    def annotations(self) -> JsonObject:
        """The annotations; empty where there are none."""
        return object_of(self.metadata.get("annotations"))

    @cached_property
    def spec(self) -> JsonObject:
        """The spec; empty where there is none."""
        return object_of(self.body.get("spec"))

    @property
    def queue(self) -> str | None:
        """LocalQueue that the object asks to be admitted by."""
        name = self.labels.get(QUEUE_LABEL)
        return name if isinstance(name, str) and name else None

    @cached_property
    def pod_templates(self) -> tuple[PodTemplate, ...]:
        """Every pod template in it, head first; of a Pod, itself."""
        return tuple(pod_templates(self.kind, self.body))

    def at(self, *path: str | int) -> JsonValue:
        """Read what stands at a path; None where nothing does."""
        value: JsonValue = self.body
        for step in path:
            if isinstance(step, str) and isinstance(value, dict):
                value = value.get(step)
            elif isinstance(step, int) and isinstance(value, list) and step < len(value):
                value = value[step]
            else:
                return None
        return value


def kind_of(ref: ObjectRef) -> str:
    """Spell kind and group as Kubernetes does: `RayJob.ray.io`, `Pod`."""
    return f"{ref.kind}.{ref.group}" if ref.group else ref.kind
