"""The nodes of the lane, one of each pool, and which of them a pod may go to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.cluster.kubernetes_api import Object


@dataclass(frozen=True)
class Node:
    """A node of a pool, with room for any number of pods."""

    pool: str
    taints: Mapping[str, str] = field(default_factory=dict)

    def manifest(self) -> Object:
        """Give the Node object."""
        return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": self.pool, "labels": {"pool": self.pool}}}

    def has_room_for(self, pod: Object) -> bool:
        """Say whether a pod may go here: labels, taints, and the name, which a DaemonSet asks for."""
        asked, tolerations = pod["spec"].get("nodeSelector", {}), pod["spec"].get("tolerations", [])
        names = _names_asked_for(pod)
        return (
            asked.items() <= {"pool": self.pool}.items()
            and all(_tolerated(taint, tolerations) for taint in self.taints.items())
            and (not names or self.pool in names)
        )


NODES = (
    Node("cpu"),
    Node("l4-spot", taints={"nvidia.com/gpu": "present", "spot": "true"}),
    Node("a100", taints={"nvidia.com/gpu": "present"}),
)
"""What environments/_platform.py says of the nodes."""


def node_for(pod: Object) -> str | None:
    """Name the first node that a pod may go to."""
    return next((node.pool for node in NODES if node.has_room_for(pod)), None)


def _names_asked_for(pod: Object) -> list[str]:
    required = pod["spec"].get("affinity", {}).get("nodeAffinity", {}).get("requiredDuringSchedulingIgnoredDuringExecution", {})
    fields = [field for term in required.get("nodeSelectorTerms", []) for field in term.get("matchFields", [])]
    return [name for field in fields if field["key"] == "metadata.name" for name in field["values"]]


def _tolerated(taint: tuple[str, str], tolerations: Sequence[Object]) -> bool:
    key, value = taint
    return any(
        each.get("key") in (None, key)
        and each.get("effect") in (None, "NoSchedule")
        and (each.get("operator") == "Exists" or each.get("value", "") == value)
        for each in tolerations
    )
