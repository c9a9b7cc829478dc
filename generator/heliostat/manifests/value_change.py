"""What differs between two values, by path: `spec.workerGroupSpecs[a100].replicas: 4 -> 8`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest
from typing import Final, TypeAlias

from heliostat.manifests.json_value import JsonValue, show_path

LONGEST = 60
"""Characters of a value that are shown."""

_NAMING_KEYS = ("name", "groupName", "key")
"""What tells the items of a list apart, where every item has it and no two have the same."""


class Absent(Enum):
    """The other side has no such value."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
Side: TypeAlias = "JsonValue | Absent"


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One place where two values differ; `path` is written for people."""

    path: str
    before: Side
    after: Side

    def __str__(self) -> str:
        if self.before is ABSENT:
            return f"{self.path}: added {_short(self.after)}"
        if self.after is ABSENT:
            return f"{self.path}: removed {_short(self.before)}"
        return f"{self.path}: {_short(self.before)} -> {_short(self.after)}"


def value_changes(before: Side, after: Side, path: str = "") -> Iterator[ValueChange]:
    """Walk two values side by side; items of a list are matched by their name where they have one, else by position."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in (*before, *(key for key in after if key not in before)):
            yield from value_changes(before.get(key, ABSENT), after.get(key, ABSENT), _below(path, key))
    elif isinstance(before, list) and isinstance(after, list):
        yield from _item_changes(before, after, path)
    elif isinstance(before, str) and isinstance(after, str) and "\n" in before + after:
        yield from _line_changes(before, after, path)
    elif not _same(before, after):
        yield ValueChange(path, before, after)


def _same(before: Side, after: Side) -> bool:
    """Compare as JSON does, where `true` is not `1`."""
    return before == after and isinstance(before, bool) == isinstance(after, bool)


def _item_changes(before: list[JsonValue], after: list[JsonValue], path: str) -> Iterator[ValueChange]:
    named = _by_name(before, after)
    if named is None:
        for index, (item, other) in enumerate(zip_longest(before, after, fillvalue=ABSENT)):
            yield from value_changes(item, other, f"{path}[{index}]")
        return
    old, new = named
    stood, stands = [name for name in old if name in new], [name for name in new if name in old]
    if stood != stands:
        yield ValueChange(f"{path} (order)", ", ".join(stood), ", ".join(stands))
    for name in (*old, *(name for name in new if name not in old)):
        yield from value_changes(old.get(name, ABSENT), new.get(name, ABSENT), f"{path}[{name}]")


def _by_name(*lists: list[JsonValue]) -> list[dict[str, JsonValue]] | None:
    for key in _NAMING_KEYS:
        names = [[item.get(key) if isinstance(item, dict) else None for item in items] for items in lists]
        if all(len({name for name in some if isinstance(name, str)}) == len(some) for some in names):
            return [{str(name): item for name, item in zip(some, items, strict=True)} for some, items in zip(names, lists, strict=True)]
    return None


def _line_changes(before: str, after: str, path: str) -> Iterator[ValueChange]:
    """Name the first line that differs: all of a changed program would tell less than its diff in Git."""
    lines = zip_longest(before.split("\n"), after.split("\n"), fillvalue=ABSENT)
    for number, (line, other) in enumerate(lines, start=1):
        if line != other:
            yield ValueChange(f"{path} (line {number})", line, other)
            return


def _below(path: str, key: str) -> str:
    step = show_path((key,))
    return f"{path}.{step}" if path and not step.startswith("[") else f"{path}{step}"


def _short(value: Side) -> str:
    if isinstance(value, Absent):
        return value.value
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
