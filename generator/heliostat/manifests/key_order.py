"""The order in which the keys of a manifest are written."""

from __future__ import annotations

from collections.abc import Iterable

FIRST: tuple[str, ...] = (
    "apiVersion",
    "apiGroup",
    "kind",
    "metadata",
    "name",
    "generateName",
    "namespace",
    "labels",
    "annotations",
    "groupName",
    "schedule",
    "entrypoint",
    "rayVersion",
    "replicas",
    "minReplicas",
    "maxReplicas",
    "numOfHosts",
    "image",
    "imagePullPolicy",
    "command",
    "args",
    "key",
    "operator",
    "value",
    "nominalQuota",
)
"""What people look for first in an object, a container, a worker group, a toleration, a quota."""

_RANK = {key: rank for rank, key in enumerate(FIRST)}


def reading_order(keys: Iterable[str]) -> list[str]:
    """Put the keys of `FIRST` first, in that order, then the others by code point.

    The rule is the same at every depth and knows nothing of the order that was given, so that no change of order in somebody's
    Python shows up in a diff.
    """
    return sorted(keys, key=lambda key: (_RANK.get(key, len(_RANK)), key))
