"""How the folder of an environment departs from what the environment renders, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal, TypeAlias

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.out_index import INDEX_NAME, IndexEntry, sha256_of
from heliostat.manifests.value_change import Absent, Side, ValueChange, value_changes
from heliostat.manifests.yaml_reader import read_yaml
from heliostat.render.journal import STAGING
from heliostat.render.plan import Change
from heliostat.render.standing import Standing

State: TypeAlias = Literal["stale", "missing", "hand-edited", "foreign", "in the way", "half-written", "left over"]

MOST_DETAILS = 8
"""Changes of one file that are told."""


WHOLE = "."
"""Path of a departure that is the whole folder's."""


@dataclass(frozen=True, slots=True)
class Departure:
    """One file that is not what it should be, and what differs; changes lead from the file to what is rendered."""

    path: str
    state: State
    details: tuple[str, ...] = ()


def compare(files: Mapping[str, str], standing: Standing | None) -> list[Departure]:
    """Name every file that is stale, missing, edited by hand, in the way or foreign, sorted by path; first what holds for the whole.

    `files` are what is rendered, the index among them; none are what is left of an environment that is gone.
    """
    if standing is None:
        return [Departure(WHOLE, "missing")] if files else []
    return [*_of_the_whole(files, standing), *sorted(_of_files(files, standing), key=lambda departure: departure.path)]


def _of_the_whole(files: Mapping[str, str], standing: Standing) -> Iterator[Departure]:
    if standing.remains.half_written:
        yield Departure(WHOLE, "half-written", ("a render was interrupted, and the next one puts it in order",))
    elif standing.remains.leftovers is not None:
        yield Departure(STAGING, "left over", ("a render was interrupted, and the next one clears it away",))
    if not files:
        yield Departure(WHOLE, "stale", ("there is no such environment",))
    elif _holds_nothing(standing):
        yield Departure(WHOLE, "missing")


def _holds_nothing(standing: Standing) -> bool:
    """Tell whether not even an index stands; that of an environment without objects is all that it has."""
    plan = standing.plan
    stands = not plan.changes or any(change.before is not None for change in plan.changes)
    return not (stands or plan.unchanged or plan.obstacles or standing.others)


def _of_files(files: Mapping[str, str], standing: Standing) -> Iterator[Departure]:
    plan = standing.plan
    if not _holds_nothing(standing):
        departures = (_departure(change, plan.index.get(change.path)) for change in plan.changes)
        yield from (departure for departure in departures if files or departure.state == "hand-edited")
    yield from (Departure(obstacle.path, "in the way", (obstacle.fault,)) for obstacle in plan.obstacles)
    yield from (Departure(path, "foreign") for path in standing.others)


def _departure(change: Change, entry: IndexEntry | None) -> Departure:
    if change.before is None:
        return Departure(change.path, "missing")
    if change.path == INDEX_NAME:
        return Departure(change.path, "stale", ("does not list what is rendered",))
    edited = entry is not None and entry.sha256 != sha256_of(change.before)
    details = ("is no longer rendered",) if change.after is None else tuple(_details(change.before, change.after))
    return Departure(change.path, "hand-edited" if edited else "stale", details)


def _details(standing: bytes, wanted: bytes) -> Iterator[str]:
    try:
        before = read_yaml(standing.decode())
    except ValueError as error:
        yield f"cannot be read: {error}"
        return
    after = read_yaml(wanted.decode())
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
