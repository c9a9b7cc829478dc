"""Where something is installed: what an app and its environment say, and no argument does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.object_spec import ObjectSpec, Part


@dataclass(frozen=True, slots=True)
class Place:
    """The surroundings of a construct; each None where there are none."""

    namespace: str | None = None
    """Namespace of the app."""
    environment: str | None = None
    """Name of the environment."""
    cluster: str | None = None
    """The environment's cluster as Argo CD knows it; None for the one that it runs in itself."""


UNLESS = "create_namespace=False"
"""What leaves the Namespace to somebody else."""


@arguments
class InstallSpec(ObjectSpec):
    """Arguments of what is installed into a namespace of its own.

    Args:
        create_namespace: False where somebody else makes the Namespace.
    """

    create_namespace: bool = True

    @property
    def place(self) -> Place:
        """Where it is installed; nowhere until its construct says so."""
        place = vars(self).get("_place")
        return place if isinstance(place, Place) else Place()

    def put(self, place: Place) -> None:
        """Say where it is installed."""
        vars(self)["_place"] = place

    @property
    def decided_namespace(self) -> str:
        """Namespace that it is installed into: its own, else the app's; `namespace_problems` says where neither is given."""
        return self.namespace or self.place.namespace or ""

    def namespace_problems(self) -> Iterator[Problem]:
        """Name what is wrong with the namespace."""
        if not self.decided_namespace:
            yield Problem("namespace", "must be given, here or to the app, since its objects refer to each other by it")
        elif fault := dns_label_fault(self.decided_namespace):
            yield Problem("namespace", fault)

    def namespace_parts(self) -> list[Part]:
        """Make the Namespace, where nobody else does."""
        return [Part("namespace", namespace_body(self.decided_namespace), unless=UNLESS)] if self.create_namespace else []


def namespace_body(name: str) -> JsonObject:
    """Write a Namespace."""
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
