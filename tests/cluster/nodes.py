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
        taints = [{"key": key, "value": value, "effect": "NoSchedule"} for key, value in self.taints.items()]
        return {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": self.pool, "labels": {"pool": self.pool}},
            "spec": {"taints": taints},
        }


NODES = (
    Node("cpu"),
    Node("l4-spot", taints={"nvidia.com/gpu": "present", "spot": "true"}),
    Node("a100", taints={"nvidia.com/gpu": "present"}),
)
"""What environments/_platform.py says of the nodes."""


def node_for(pod: Object) -> str | None:
    """Name the first node that has the labels that a pod selects and no taint that it does not tolerate."""
    selected = pod["spec"].get("nodeSelector", {})
    tolerations = pod["spec"].get("tolerations", [])
    for node in NODES:
        if selected.items() <= {"pool": node.pool}.items() and all(_tolerated(taint, tolerations) for taint in node.taints.items()):
            return node.pool
    return None


def _tolerated(taint: tuple[str, str], tolerations: Sequence[Object]) -> bool:
    key, value = taint
    return any(
        each.get("key") in (None, key)
        and each.get("effect") in (None, "NoSchedule")
        and (each.get("operator") == "Exists" or each.get("value", "") == value)
        for each in tolerations
    )
