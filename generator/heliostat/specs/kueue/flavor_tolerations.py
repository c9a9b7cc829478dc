"""Which tolerations Kueue adds to pods, as far as it can be known before a flavor is chosen.

Source: Kueue v0.19.2, pkg/podset/podset.go: at admission a flavor's `tolerations`, not those for its taints, join the pod's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.reference import Named


@runtime_checkable
class AddingFlavor(Named, Protocol):
    """A ResourceFlavor that tells what it adds."""

    @property
    def added_tolerations(self) -> Sequence[JsonObject]: ...


@runtime_checkable
class AddingQueue(Named, Protocol):
    """A ClusterQueue that tells what its flavors add."""

    @property
    def flavor_tolerations(self) -> Sequence[JsonObject]: ...


def flavor_tolerations(flavors: Iterable[Named | str]) -> list[JsonObject]:
    """Join what the flavors add; one that is only named adds nothing that is known."""
    return [toleration for flavor in flavors if isinstance(flavor, AddingFlavor) for toleration in flavor.added_tolerations]


def flavor_tolerations_behind(cluster_queue: Named | str) -> Sequence[JsonObject]:
    """Name what the flavors of a ClusterQueue add; nothing is known of one that is only named."""
    return cluster_queue.flavor_tolerations if isinstance(cluster_queue, AddingQueue) else ()
