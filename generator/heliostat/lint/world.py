"""Everything that is linted together: policies find in it what an object refers to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from heliostat.lint.resource import Resource
from heliostat.schemas.targets import Targets


class World:
    """The objects of one environment, or of whatever files were given together.

    Args:
        resources: the objects, in the order in which they were read.
        targets: the versions that run in their cluster.
        schemas: where a project keeps the CRDs that it imported itself.
    """

    def __init__(self, resources: Iterable[Resource], targets: Targets, schemas: Path | None = None) -> None:
        self.resources: Sequence[Resource] = tuple(resources)
        self.targets = targets
        self.schemas = schemas

    def of_kind(self, kind: str) -> Sequence[Resource]:
        """Name the objects of a kind, such as `LocalQueue.kueue.x-k8s.io` or `Namespace`."""
        return self._by_kind.get(kind, ())

    def find(self, kind: str, name: object, namespace: str | None = None) -> Resource | None:
        """Find an object by its name; None where the world does not hold it, which says nothing about the cluster."""
        return self._by_name.get((kind, namespace, name)) if isinstance(name, str) else None

    @cached_property
    def _by_kind(self) -> Mapping[str, Sequence[Resource]]:
        found: dict[str, list[Resource]] = {}
        for resource in self.resources:
            found.setdefault(resource.kind, []).append(resource)
        return found

    @cached_property
    def _by_name(self) -> Mapping[tuple[str, str | None, str], Resource]:
        return {(each.kind, each.ref.namespace, each.ref.name): each for each in reversed(self.resources)}
