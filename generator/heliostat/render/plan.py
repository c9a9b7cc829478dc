"""What a write is to do to the folder of an environment: `render` does it, and `check` tells it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.out_index import INDEX_NAME, IndexEntry, parse_index
from heliostat.render.folder import ObstacleError, Readable
from heliostat.render.journal import STAGING


@dataclass(frozen=True, slots=True)
class Change:
    """One file that is to be written, over one of ours or where none is, or to be removed."""

    path: str
    before: bytes | None
    """None where no file stands."""
    after: bytes | None
    """None removes the file."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that is not Heliostat's and stands where an object is rendered to."""

    path: str
    fault: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to change, the index last; nothing of it where there are obstacles."""

    changes: Sequence[Change]
    unchanged: int
    """Manifests that are as they should be."""
    obstacles: Sequence[Obstacle]
    index: Mapping[str, IndexEntry]
    """What an earlier write wrote, by path."""


def plan_of(folder: Readable, files: Mapping[str, str]) -> Plan:
    """Compare a folder with the files that it must hold, its index among them; none empty it.

    Raises:
        ConfigurationError: when the folder is not Heliostat's, or its index is broken.
    """
    index = own_index(folder)
    ours = {INDEX_NAME, *index}
    changes: list[Change] = []
    obstacles: list[Obstacle] = []
    unchanged = 0
    for path in sorted({*files, *ours}, key=lambda path: (path == INDEX_NAME, path)):
        wanted = files[path].encode() if path in files else None
        try:
            standing = folder.read(path)
        except ObstacleError as obstacle:
            if wanted is not None:
                obstacles.append(Obstacle(obstacle.where.removeprefix(f"{folder.name}/"), obstacle.fault))
            continue
        if standing == wanted:
            unchanged += wanted is not None and path != INDEX_NAME
        elif standing is None or path in ours:
            changes.append(Change(path, standing, wanted))
        else:
            obstacles.append(Obstacle(path, "was not written by Heliostat, and an object is rendered to its place"))
    return Plan(changes, unchanged, list(dict.fromkeys(obstacles)), index)


def own_index(folder: Readable) -> Mapping[str, IndexEntry]:
    """Read the index of an environment's folder, which lists nothing where the folder holds no files.

    Raises:
        ConfigurationError: when the folder holds files and no index, and so is not Heliostat's, or the index cannot be read.
    """
    content = folder.read(INDEX_NAME)
    where = f"{folder.name}/{INDEX_NAME}"
    if content is None:
        if any(not path.startswith(f"{STAGING}/") for path in folder.paths()):
            raise ConfigurationError(
                f"{folder.name}: holds files and no {INDEX_NAME}, so it is not Heliostat's",
                hint=f"move them away, or render elsewhere with --out; a lost index comes back with `git checkout -- {where}`",
            )
        return {}
    try:
        return parse_index(content.decode(), where)
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{where}: is not UTF-8", hint=f"restore it with `git checkout -- {where}`") from error
