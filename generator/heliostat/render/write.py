"""Writes one environment's folder as a whole: whatever happens on the way, the old or the new tree stands afterwards.

A write has four steps, all below `out/<environment>/`, under a lock on that folder:

1. Stage: new content goes to `.heliostat/new-<n>`; nothing else is touched.
2. Begin: `.heliostat/journal`, which names every change, is put in place by one rename.
3. Apply: for each change, the file that stands is renamed to `.heliostat/old-<n>`, then `new-<n>` to its place; the index comes last.
4. Commit: the journal is removed. From here on the new tree stands, and `.heliostat/` holds only leftovers.

`settle` undoes what has a journal, by renames that can themselves be interrupted and repeated, and clears leftovers. It runs when a
write fails and before the next one begins. Journal and index are forced to the disk; other content is not (a power cut may lose it
minutes later, and then `check` names it and `render` writes it again).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from heliostat.manifests.errors import ConfigurationError, FailedError
from heliostat.manifests.origin import shown
from heliostat.manifests.out_index import INDEX_NAME, path_problem, sha256_of
from heliostat.render.folder import HINT, Folder, ObstacleError
from heliostat.render.standing import JOURNAL, STAGING, is_half_written, own_index

_DRAFT = f"{STAGING}/journal-draft"
_LEFTOVER = re.compile(r"(new|old)-[0-9]+|journal-draft")


@dataclass(frozen=True, slots=True)
class Written:
    """How many manifests a write made or changed, left as they were, and removed."""

    written: int
    unchanged: int
    removed: int


@dataclass(frozen=True, slots=True)
class _Change:
    path: str
    content: bytes | None
    """None removes the file."""
    replaces: bool
    """A file of ours stands there."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A change as the journal remembers it."""

    path: str
    replaces: bool
    sha256: str | None


def write_tree(place: Path, files: Mapping[str, str]) -> Written:
    """Make a folder hold these files, its index among them, and no others that an earlier write made; no files remove it.

    Files that are as they should be are not touched; files that the index does not list are neither changed nor removed.

    Raises:
        ConfigurationError: when the folder is not Heliostat's, or something that is not stands in the way.
        FailedError: when the disk does not take it; the folder is then as it was.
    """
    missing: list[Path] = []
    try:
        missing += [folder for folder in (place, *place.parents) if not folder.exists()]
        with Folder.locked(place, create=True) as folder:
            settle(folder)
            changes, unchanged = _plan(folder, files)
            if changes:
                _carry_out(folder, changes)
    except BaseException as error:
        _remove_empty(missing)
        if isinstance(error, OSError):
            raise FailedError(_shown(error, shown(str(place))), hint=f"{shown(str(place))} is as it was") from error
        raise
    if not files:
        _remove_empty([place])
    manifests = [change for change in changes if change.path != INDEX_NAME]
    removed = sum(change.content is None for change in manifests)
    return Written(len(manifests) - removed, unchanged, removed)


def settle(folder: Folder) -> None:
    """Undo a write that was interrupted before its commit, and clear what one left behind."""
    journal = folder.read(JOURNAL)
    if journal is not None:
        steps = _read_journal(journal, f"{folder.name}/{JOURNAL}")
        for number, step in reversed(list(enumerate(steps))):
            _undo(folder, step, f"{STAGING}/old-{number}", f"{STAGING}/new-{number}")
        folder.remove(JOURNAL)
    for name in folder.names(STAGING):
        if _LEFTOVER.fullmatch(name):
            folder.remove(f"{STAGING}/{name}")
    folder.prune(JOURNAL)


def _plan(folder: Folder, files: Mapping[str, str]) -> tuple[list[_Change], int]:
    """Decide what to change, the index last, and count the manifests that are as they should be."""
    ours = {INDEX_NAME, *own_index(folder)}
    changes: list[_Change] = []
    obstacles: list[str] = []
    unchanged = 0
    for path in sorted({*files, *ours}, key=lambda path: (path == INDEX_NAME, path)):
        wanted = files[path].encode() if path in files else None
        try:
            standing = folder.read(path)
        except ObstacleError as obstacle:
            if wanted is not None:
                obstacles.append(obstacle.message)
            continue
        if standing == wanted:
            unchanged += wanted is not None and path != INDEX_NAME
        elif standing is None or path in ours:
            changes.append(_Change(path, wanted, replaces=standing is not None))
        else:
            obstacles.append(f"{folder.name}/{path}: was not written by Heliostat, and an object is rendered to its place")
    if obstacles:
        raise ConfigurationError("\n".join(dict.fromkeys(obstacles)), hint=HINT)
    return changes, unchanged


def _carry_out(folder: Folder, changes: Sequence[_Change]) -> None:
    try:
        _stage(folder, changes)
        for number, change in enumerate(changes):
            if change.replaces:
                folder.move(change.path, f"{STAGING}/old-{number}")
            if change.content is not None:
                folder.move(f"{STAGING}/new-{number}", change.path)
        for change in changes:
            if change.content is None:
                folder.prune(change.path)
        folder.remove(JOURNAL)
    except BaseException as error:
        with suppress(OSError):
            settle(folder)
        if is_half_written(folder):
            raise FailedError(
                f"{_shown(error, folder.name)}; {folder.name} is left half written",
                hint="the next `heliostat render` puts it in order, once the disk lets it",
            ) from error
        raise
    with suppress(OSError):  # the new tree stands, and the next write clears what is left
        settle(folder)


def _stage(folder: Folder, changes: Sequence[_Change]) -> None:
    lines = []
    for number, change in enumerate(changes):
        sha256 = None
        if change.content is not None:
            folder.create(f"{STAGING}/new-{number}", change.content, durable=change.path == INDEX_NAME)
            sha256 = sha256_of(change.content)
        lines.append(json.dumps({"path": change.path, "replaces": change.replaces, "sha256": sha256}))
    folder.create(_DRAFT, "".join(f"{line}\n" for line in lines).encode(), durable=True)
    folder.move(_DRAFT, JOURNAL)


def _undo(folder: Folder, step: _Step, old: str, new: str) -> None:
    if folder.exists(old):
        folder.move(old, step.path)
    elif not step.replaces:
        if not folder.exists(new):
            with suppress(ObstacleError):
                standing = folder.read(step.path)
                if standing is not None and sha256_of(standing) == step.sha256:
                    folder.remove(step.path)
        folder.prune(step.path)


def _read_journal(content: bytes, where: str) -> list[_Step]:
    steps: list[_Step] = []
    try:
        for line in content.splitlines():
            match json.loads(line):
                case {"path": str(path), "replaces": bool(replaces), "sha256": str() | None as sha256}:
                    steps.append(_Step(_checked(path), replaces, sha256))
                case _:
                    raise ValueError("is not a change")
    except ValueError as error:
        raise ConfigurationError(
            f"{where}: line {len(steps) + 1} {error}",
            hint=f"{STAGING}/old-<n> holds what a write had replaced; put it back with Git or by hand, then remove {STAGING}/",
        ) from error
    return steps


def _checked(path: str) -> str:
    if path != INDEX_NAME and (wrong := path_problem(path)):
        raise ValueError(wrong)
    return path


def _remove_empty(folders: Iterable[Path]) -> None:
    """Remove folders that hold nothing, innermost first."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def _shown(error: BaseException, place: str) -> str:
    return f"{error.filename or place}: {error.strerror}" if isinstance(error, OSError) else f"{place}: {error!r}"
