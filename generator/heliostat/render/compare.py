"""How the folder of an environment departs from what the environment renders; pure, the folder is given as it was read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal, TypeAlias

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.out_index import INDEX_NAME, IndexEntry, sha256_of
from heliostat.manifests.value_change import Absent, Side, ValueChange, value_changes
from heliostat.manifests.yaml_reader import read_yaml
from heliostat.render.standing import Standing

State: TypeAlias = Literal["stale", "missing", "hand-edited", "foreign", "half-written"]

MOST_DETAILS = 8
"""Changes of one file that are told."""


WHOLE = "."
"""Path of a departure that is the whole folder's."""


@dataclass(frozen=True, slots=True)
class Departure:
    """One file that is not what it should be, and what differs; changes lead from the file to what is rendered."""

    path: str
    state: State
    details: tuple[str, ...]


def compare(files: Mapping[str, str], standing: Standing) -> list[Departure]:
    """Name every file that is stale, missing, edited by hand or foreign, sorted by path.

    `files` are what is rendered, the index among them; none are what is left of an environment that is gone.
    """
    if standing.half_written:
        return [Departure(WHOLE, "half-written", ("a render was interrupted, and the next one puts it in order",))]
    if not files:
        return [Departure(WHOLE, "stale", ("there is no such environment",))]
    if not standing.files:
        return [Departure(WHOLE, "missing", ())]
    paths = sorted({*files, *standing.files})
    departures = (_departure(path, files.get(path), standing.files, standing.index.get(path)) for path in paths)
    return [departure for departure in departures if departure is not None]


def _departure(path: str, wanted: str | None, standing: Mapping[str, bytes | None], entry: IndexEntry | None) -> Departure | None:
    content = standing.get(path)
    if path in standing and content is None:
        return Departure(path, "foreign", ("is not a file",))
    if content is None:
        return Departure(path, "missing", ())
    if wanted is not None and content == wanted.encode():
        return None
    if path == INDEX_NAME:
        return Departure(path, "stale", ("does not list what is rendered",))
    if entry is None:
        return Departure(path, "foreign", () if wanted is None else ("stands where an object is rendered",))
    edited = entry.sha256 != sha256_of(content)
    if wanted is None:
        return Departure(path, "hand-edited" if edited else "stale", ("is no longer rendered",))
    return Departure(path, "hand-edited" if edited else "stale", tuple(_details(content, wanted)))


def _details(content: bytes, wanted: str) -> Iterator[str]:
    try:
        before = read_yaml(content.decode())
    except ValueError as error:
        yield f"is not readable YAML: {error}"
        return
    after = read_yaml(wanted)
    changes = [_masked(change, before) for change in value_changes(before, after)]
    yield from map(str, islice(changes, MOST_DETAILS))
    if len(changes) > MOST_DETAILS:
        yield f"and {len(changes) - MOST_DETAILS} more"
    if not changes:
        yield "has the same values, written in another way"


def _masked(change: ValueChange, body: JsonValue) -> ValueChange:
    """Hide what a Secret holds."""
    if isinstance(body, dict) and body.get("kind") == "Secret" and change.path.startswith(("data", "stringData")):
        return ValueChange(change.path, _hidden(change.before), _hidden(change.after))
    return change


def _hidden(value: Side) -> Side:
    return value if isinstance(value, Absent) else "…"
