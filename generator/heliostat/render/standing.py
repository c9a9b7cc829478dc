"""What stands in out/: the folders that are Heliostat's, and what the next render is to do to one of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from heliostat.manifests.out_index import INDEX_NAME
from heliostat.manifests.system_error import system_error
from heliostat.render.folder import Folder, Readable
from heliostat.render.journal import JOURNAL
from heliostat.render.plan import Plan, plan_of
from heliostat.render.project import NAME
from heliostat.render.settle import Remains, Settled, remains_of


@dataclass(frozen=True, slots=True)
class Standing:
    """The folder of an environment, which nobody writes."""

    remains: Remains
    """What an interrupted write left; the rest is said of the folder as it will be without it."""
    plan: Plan
    others: Sequence[str]
    """What is neither a folder nor to be written, removed or kept: it is not Heliostat's."""


def standing_of(place: Path, files: Mapping[str, str]) -> Standing | None:
    """Look at the folder of an environment, which must hold these files, as the next write will; None where there is no folder.

    Raises:
        ConfigurationError: what a write would raise.
        FailedError: when it cannot be read.
    """
    try:
        with Folder.locked(place, shared=True) as folder:
            remains = remains_of(folder)
            settled = Settled(folder, remains)
            plan = plan_of(settled, files)
            return Standing(remains, plan, _others(settled, files, plan))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise system_error(error, str(place)) from error


def environments_in(out: Path) -> list[str]:
    """Name the folders of out/ that Heliostat wrote, or began to, sorted; those that no environment can be named like are not its own.

    Raises:
        FailedError: when out/ or a folder in it cannot be read.
    """
    try:
        with os.scandir(out) as entries:
            names = [entry.name for entry in entries if NAME.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)]
        return sorted(name for name in names if _is_there(out / name / INDEX_NAME) or _is_there(out / name / JOURNAL))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise system_error(error, str(out)) from error


def _is_there(path: Path) -> bool:
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _others(folder: Readable, files: Mapping[str, str], plan: Plan) -> list[str]:
    blocked = [obstacle.path for obstacle in plan.obstacles]
    known = {*files, *blocked, *(change.path for change in plan.changes)}
    return [path for path in folder.paths() if path not in known and not any(path.startswith(f"{place}/") for place in blocked)]
