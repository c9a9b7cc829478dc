"""Taints of nodes, and what tolerates them, as they stand in manifests."""

from __future__ import annotations

from collections.abc import Sequence

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.specs.pod.toleration import is_tolerated


def objects_in(value: JsonValue) -> list[JsonObject]:
    """Take the objects of a list, such as taints or tolerations, and pass over whatever else is in it."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def untolerated(taints: JsonValue, tolerations: Sequence[JsonObject]) -> list[JsonObject]:
    """Name the taints that keep a pod away which has these tolerations; PreferNoSchedule keeps none away."""
    hard = [taint for taint in objects_in(taints) if taint.get("effect") in ("NoSchedule", "NoExecute")]
    return [taint for taint in hard if not any(is_tolerated(taint, by=toleration) for toleration in tolerations)]


def toleration_of(taint: JsonObject) -> JsonObject:
    """Make the narrowest toleration of a taint."""
    matched: JsonObject = {"operator": "Equal", "value": taint["value"]} if taint.get("value") else {"operator": "Exists"}
    return {"key": taint.get("key"), **matched, "effect": taint.get("effect")}


def show_taint(taint: JsonObject) -> str:
    """Spell a taint, or a toleration of it, as kubectl does: `nvidia.com/gpu=present:NoSchedule`."""
    value = f"={taint['value']}" if taint.get("value") else ""
    return f"{taint.get('key')}{value}:{taint.get('effect')}"
