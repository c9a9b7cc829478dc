"""What every object takes, whatever its kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.waiver import Waiver
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments, problems_of


@dataclass(frozen=True, slots=True)
class Part:
    """One object that a spec makes. `id` is its construct id below the spec's own construct; empty for the object itself."""

    id: str
    body: JsonObject
    unless: str = ""
    """Argument that leaves the object to somebody else, such as `create_namespace=False`; empty where it cannot be left out."""


@arguments
class ObjectSpec(ABC):
    """Arguments that every object takes.

    Args:
        name: name of the object; the construct's id unless given.
        namespace: namespace of a namespaced object; the app's namespace unless given.
        labels: labels of the object itself.
        annotations: annotations of the object itself.
        overrides: merged into the finished object last, for what has no argument: mappings merge, everything else is
            replaced, None removes.
        waive: findings on this object that somebody accepts.
    """

    name: str | None = None
    namespace: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    annotations: Mapping[str, str] = field(default_factory=dict)
    overrides: Mapping[str, JsonValue] = field(default_factory=dict)
    waive: Sequence[Waiver] = ()

    def check_name(self, name: str) -> Iterator[Problem]:
        """Check the name that the object gets, be it `name` or the construct's id, where the kind is choosier than Kubernetes."""
        return iter(())

    @abstractmethod
    def parts(self, name: str, targets: Targets) -> list[Part]:
        """Make the objects: the one that the spec is named for first, with id "", then those that belong to it.

        `name` is the object's name, already decided (`self.name`, else the construct's id).
        """


def object_problems_of(spec: ObjectSpec, name: str, targets: Targets) -> list[Problem]:
    """Collect all that is wrong with the arguments of an object, and with the name that it gets once they are right."""
    return problems_of(spec, targets) or list(spec.check_name(name))


def metadata(
    spec: ObjectSpec,
    name: str,
    *,
    labels: Mapping[str, str] | None = None,
    annotations: Mapping[str, str] | None = None,
) -> JsonObject:
    """Compose `metadata`; the author's own labels and annotations win over the given ones."""
    return metadata_of(
        name, spec.namespace, labels={**(labels or {}), **spec.labels}, annotations={**(annotations or {}), **spec.annotations}
    )


def metadata_of(
    name: str, namespace: str | None, *, labels: Mapping[str, str] | None = None, annotations: Mapping[str, str] | None = None
) -> JsonObject:
    """Compose the `metadata` of an object that belongs to another one; what is empty is left out."""
    made: JsonObject = {"name": name}
    if namespace is not None:
        made["namespace"] = namespace
    if labels:
        made["labels"] = dict(labels)
    if annotations:
        made["annotations"] = dict(annotations)
    return made


def merged(body: JsonObject, overrides: Mapping[str, JsonValue]) -> JsonObject:
    """Merge overrides into a manifest as a JSON merge patch does (RFC 7386): None removes, lists are replaced."""
    result = dict(body)
    for key, value in overrides.items():
        below = result.get(key)
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping):
            result[key] = merged(below if isinstance(below, dict) else {}, value)
        else:
            result[key] = value
    return result
