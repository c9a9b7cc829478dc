"""Puts in order what a write left that was interrupted: undoes what has a journal, and clears leftovers.

Everything is looked at before anything is touched. The renames and removals can themselves be interrupted, and are then repeated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass

from heliostat.manifests.out_index import sha256_of
from heliostat.render.folder import Folder, ObstacleError, Readable
from heliostat.render.journal import JOURNAL, STAGING, Step, read_journal, replaced, staged

_LEFTOVER = re.compile(r"(new|old)-[0-9]+|journal-draft")


@dataclass(frozen=True, slots=True)
class Remains:
    """What a write left in the folder of an environment."""

    half_written: bool
    """It was interrupted between its begin and its commit."""
    restored: Mapping[str, str]
    """The files that come back, each with the place that it lies in meanwhile."""
    removed: Set[str]
    """The files that it made, which go."""
    made: Sequence[str]
    """Paths of the files that were not there before, whose folders may have been made for them."""
    leftovers: Set[str] | None
    """The files to clear in the staging folder, none when it is empty and goes; None when nothing is to be done there."""


def remains_of(folder: Folder) -> Remains:
    """Look at what a write left.

    Raises:
        ConfigurationError: when its journal cannot be read, or something that is not Heliostat's stands in the way.
    """
    steps = read_journal(folder)
    restored: dict[str, str] = {}
    removed: set[str] = set()
    for number, step in enumerate(steps or ()):
        if folder.has_file(replaced(number)):
            folder.has_file(step.path)
            restored[step.path] = replaced(number)
        elif not step.replaces and not folder.has_file(staged(number)) and _holds(folder, step):
            removed.add(step.path)
    made = [step.path for step in steps or () if not step.replaces]
    leftovers = _leftovers(folder)
    return Remains(steps is not None, restored, removed, made, None if leftovers is None else leftovers.difference(restored.values()))


def settle(folder: Folder) -> None:
    """Undo a write that was interrupted before its commit, and clear what one left behind; see remains_of for what it raises."""
    remains = remains_of(folder)
    for path, place in remains.restored.items():
        folder.move(place, path)
    for path in remains.removed:
        folder.remove(path)
    for path in remains.made:
        folder.prune(path)
    if remains.half_written:
        folder.remove(JOURNAL)
    for path in remains.leftovers or ():
        folder.remove(path)
    if remains.half_written or remains.leftovers is not None:
        folder.prune(JOURNAL)


class Settled:
    """A folder as it will be once it is settled."""

    def __init__(self, folder: Readable, remains: Remains) -> None:
        self._folder = folder
        self._remains = remains

    @property
    def name(self) -> str:
        """The folder as messages call it."""
        return self._folder.name

    def read(self, path: str) -> bytes | None:
        """Read a file, see Readable."""
        return None if path in self._remains.removed else self._folder.read(self._remains.restored.get(path, path))

    def paths(self) -> list[str]:
        """List everything that is not a folder, but for what is staged; see Readable."""
        standing = {path for path in self._folder.paths() if not path.startswith(f"{STAGING}/")}
        return sorted({*standing, *self._remains.restored}.difference(self._remains.removed))


def _holds(folder: Folder, step: Step) -> bool:
    """Tell whether a new file stands as it was written; what somebody put in its place is not ours."""
    with suppress(ObstacleError):
        content = folder.read(step.path)
        return content is not None and sha256_of(content) == step.sha256
    return False


def _leftovers(folder: Folder) -> set[str] | None:
    if STAGING not in folder.names():
        return None
    names = folder.names(STAGING)
    paths = {f"{STAGING}/{name}" for name in names if _LEFTOVER.fullmatch(name)}
    for path in sorted(paths):
        folder.has_file(path)
    return paths if paths or not names else None
