"""Where a project's environments are; finding them runs none of them."""

from __future__ import annotations

import errno
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from heliostat.manifests.errors import ConfigurationError, FailedError
from heliostat.manifests.guess import did_you_mean
from heliostat.manifests.origin import shown
from heliostat.manifests.system_error import system_error

ENVIRONMENTS = "environments"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
"""What an environment can be named like."""


def working_folder() -> Path:
    """Name the folder in which the command was called.

    Raises:
        FailedError: when it is gone, or nobody may know.
    """
    try:
        return Path.cwd()
    except OSError as error:
        told = f"the folder in which you are: {error.strerror}"
        raise FailedError(told, hint="it may have been removed; change to one that is there") from error


def root_around(start: Path) -> Path:
    """Find the root of the project that a folder lies in: the nearest folder, upwards, with `environments/` in it.

    Raises:
        ConfigurationError: when there is none.
        FailedError: when a folder on the way cannot be read.
    """
    for folder in (start, *start.parents):
        try:
            if (folder / ENVIRONMENTS).is_dir():
                return folder
        except OSError as error:
            raise system_error(error, str(folder)) from error
    raise ConfigurationError(
        f"{start}: there is no folder {ENVIRONMENTS}/ here or above",
        hint=f"change to your project, or start one with {ENVIRONMENTS}/dev.py",
    )


_RENAME = "rename it; what is no environment starts with _"


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with `environments/` in it. Every `environments/<name>.py` is an environment unless its name starts with `_` or `.`."""

    root: Path
    names: tuple[str, ...]
    """The environments, sorted."""

    @classmethod
    def around(cls, start: Path) -> Project:
        """Find the project that a folder lies in: the nearest one, upwards, with environments.

        Raises:
            ConfigurationError: when there is none, it has no environments, or something in it can be no environment.
            FailedError: when it cannot be read.
        """
        root = root_around(start)
        folder = root / ENVIRONMENTS
        try:
            found = (file for file in folder.iterdir() if file.suffix == ".py" and not file.name.startswith((".", "_")))
            files = sorted(found, key=lambda file: file.stem)
            odd = [file for file in files if not _is_file(file)]
        except OSError as error:
            raise system_error(error, str(folder)) from error
        if odd:
            raise ConfigurationError("\n".join(f"{shown(str(file))}: is not a file" for file in odd), hint=f"restore it, or {_RENAME}")
        wrong = [file for file in files if not NAME.fullmatch(file.stem)]
        if wrong:
            told = (f'{shown(str(file))}: an environment is named with lower-case letters, digits, "_" and "-"' for file in wrong)
            raise ConfigurationError("\n".join(told), hint=_RENAME)
        if not files:
            raise ConfigurationError(f"{shown(str(folder))}: holds no environment, expected a file such as dev.py")
        return cls(root, tuple(file.stem for file in files))

    def file(self, name: str) -> Path:
        """Name the file of an environment."""
        return self.root / ENVIRONMENTS / f"{name}.py"

    def chosen(self, names: Sequence[str]) -> tuple[str, ...]:
        """Sort the named environments, each once; none named are all.

        Raises:
            ConfigurationError: naming every one that is not there.
        """
        unknown = [name for name in dict.fromkeys(names) if name not in self.names]
        if unknown:
            raise ConfigurationError(
                "\n".join(self._unknown(name) for name in unknown), hint=f"the environments are {', '.join(self.names)}"
            )
        return tuple(sorted(set(names))) if names else self.names

    def _unknown(self, name: str) -> str:
        return f'there is no environment "{name}"{did_you_mean(Path(name).stem, self.names)}'


def _is_file(file: Path) -> bool:
    try:
        return stat.S_ISREG(file.stat().st_mode)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ELOOP):  # a symbolic link that leads nowhere
            return False
        raise
