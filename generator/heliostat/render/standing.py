"""What stands in out/: the folders that are Heliostat's, and one of them as it can be read while nobody writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from heliostat.manifests.errors import ConfigurationError, FailedError
from heliostat.manifests.origin import shown
from heliostat.manifests.out_index import INDEX_NAME, IndexEntry, parse_index
from heliostat.render.folder import Folder, ObstacleError

STAGING = ".heliostat"
"""Folder of a write that is under way, below that of its environment; Git ignores it."""

JOURNAL = f"{STAGING}/journal"
"""There from the begin of a write to its commit."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The folder of an environment as it is; the default is one that is not there."""

    files: Mapping[str, bytes | None] = field(default_factory=dict)
    """Content by path; None for what is not a file, such as a link."""
    index: Mapping[str, IndexEntry] = field(default_factory=dict)
    half_written: bool = False


def read_standing(place: Path) -> Standing:
    """Read the folder of an environment, waiting for who writes it.

    Raises:
        ConfigurationError: when it holds files and is not Heliostat's, or its index is broken.
        FailedError: when it cannot be read.
    """
    try:
        with Folder.locked(place, shared=True) as folder:
            index = own_index(folder)
            paths = [path for path in folder.paths() if not path.startswith(f"{STAGING}/")]
            return Standing({path: _content(folder, path) for path in paths}, index, is_half_written(folder))
    except FileNotFoundError:
        return Standing()
    except OSError as error:
        raise FailedError(f"{error.filename or shown(str(place))}: {error.strerror}") from error


def own_index(folder: Folder) -> Mapping[str, IndexEntry]:
    """Read the index of an environment's folder, which lists nothing where the folder is empty or half written for the first time.

    Raises:
        ConfigurationError: when the folder holds files and no index, and so is not Heliostat's, or the index cannot be read.
    """
    content = folder.read(INDEX_NAME)
    where = f"{folder.name}/{INDEX_NAME}"
    if content is None:
        if set(folder.names()) - {STAGING} and not is_half_written(folder):
            raise ConfigurationError(
                f"{folder.name}: holds files and no {INDEX_NAME}, so it is not Heliostat's",
                hint=f"move them away, or render elsewhere with --out; a lost index comes back with `git checkout -- {where}`",
            )
        return {}
    try:
        return parse_index(content.decode(), where)
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{where}: is not UTF-8", hint=f"restore it with `git checkout -- {where}`") from error


def is_half_written(folder: Folder) -> bool:
    """Tell whether a write was interrupted between its begin and its commit."""
    return folder.exists(JOURNAL)


def environments_in(out: Path) -> list[str]:
    """Name the folders of out/ that carry an index, sorted."""
    try:
        return sorted(folder.name for folder in out.iterdir() if not folder.is_symlink() and (folder / INDEX_NAME).is_file())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise FailedError(f"{shown(str(out))}: {error.strerror}") from error


def _content(folder: Folder, path: str) -> bytes | None:
    try:
        return folder.read(path)
    except ObstacleError:
        return None
