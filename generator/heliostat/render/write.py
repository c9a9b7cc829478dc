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

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from heliostat.manifests.errors import ConfigurationError, FailedError
from heliostat.manifests.origin import shown
from heliostat.manifests.out_index import INDEX_NAME, sha256_of
from heliostat.manifests.system_error import system_error
from heliostat.render.folder import HINT, Folder
from heliostat.render.journal import JOURNAL, STAGING, Step, format_journal, replaced, staged
from heliostat.render.plan import Change, plan_of
from heliostat.render.settle import settle

_DRAFT = f"{STAGING}/journal-draft"


@dataclass(frozen=True, slots=True)
class Written:
    """How many manifests a write made or changed, left as they were, and removed."""

    written: int
    unchanged: int
    removed: int


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
            plan = plan_of(folder, files)
            if plan.obstacles:
                told = (f"{folder.name}/{obstacle.path}: {obstacle.fault}" for obstacle in plan.obstacles)
                raise ConfigurationError("\n".join(told), hint=HINT)
            if plan.changes:
                _carry_out(folder, plan.changes)
    except BaseException as error:
        _remove_empty(missing)
        if isinstance(error, OSError):
            raise system_error(error, str(place), hint=f"{shown(str(place))} is as it was") from error
        raise
    if not files:
        _remove_empty([place])
    manifests = [change for change in plan.changes if change.path != INDEX_NAME]
    removed = sum(change.after is None for change in manifests)
    return Written(len(manifests) - removed, plan.unchanged, removed)


def _carry_out(folder: Folder, changes: Sequence[Change]) -> None:
    try:
        _stage(folder, changes)
        for number, change in enumerate(changes):
            if change.before is not None:
                folder.move(change.path, replaced(number))
            if change.after is not None:
                folder.move(staged(number), change.path)
        for change in changes:
            if change.after is None:
                folder.prune(change.path)
        folder.remove(JOURNAL)
    except BaseException as error:
        with suppress(OSError):
            settle(folder)
        if folder.has_file(JOURNAL):
            what = system_error(error, folder.name).message if isinstance(error, OSError) else f"{folder.name}: {error!r}"
            raise FailedError(
                f"{what}; {folder.name} is left half written",
                hint="the next `heliostat render` puts it in order, once the disk lets it",
            ) from error
        raise
    with suppress(OSError):  # the new tree stands, and the next write clears what is left
        settle(folder)


def _stage(folder: Folder, changes: Sequence[Change]) -> None:
    steps = []
    for number, change in enumerate(changes):
        sha256 = None
        if change.after is not None:
            folder.create(staged(number), change.after, durable=change.path == INDEX_NAME)
            sha256 = sha256_of(change.after)
        steps.append(Step(change.path, change.before is not None, sha256))
    folder.create(_DRAFT, format_journal(steps), durable=True)
    folder.move(_DRAFT, JOURNAL)


def _remove_empty(folders: Iterable[Path]) -> None:
    """Remove folders that hold nothing, innermost first."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()
