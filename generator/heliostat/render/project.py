"""Where a project's environments are; finding them runs none of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.guess import did_you_mean
from heliostat.manifests.origin import shown

ENVIRONMENTS = "environments"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


def root_around(start: Path) -> Path:
    """Find the root of the project that a folder lies in: the nearest folder, upwards, with `environments/` in it.

    Raises:
        ConfigurationError: when there is none.
    """
    for folder in (start, *start.parents):
        if (folder / ENVIRONMENTS).is_dir():
            return folder
    raise ConfigurationError(
        f"{start}: there is no folder {ENVIRONMENTS}/ here or above",
        hint=f"change to your project, or start one with {ENVIRONMENTS}/dev.py",
    )


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with `environments/` in it. Every `environments/<name>.py` is an environment unless its name starts with `_`."""

    root: Path
    names: tuple[str, ...]
    """The environments, sorted."""

    @classmethod
    def around(cls, start: Path) -> Project:
        """Find the project that a folder lies in: the nearest one, upwards, with environments.

        Raises:
            ConfigurationError: when there is none, it has no environments, or a file's name can be none of an environment.
        """
        root = root_around(start)
        files = [file for file in (root / ENVIRONMENTS).glob("*.py") if file.is_file() and not file.name.startswith("_")]
        names = sorted(file.stem for file in files)
        wrong = [name for name in names if not _NAME.fullmatch(name)]
        if wrong:
            raise ConfigurationError(
                f'{shown(str(root / ENVIRONMENTS / wrong[0]))}.py: an environment is named with lower-case letters, digits, "_" and "-"',
                hint="rename the file; one that is no environment starts with _",
            )
        if not names:
            raise ConfigurationError(f"{shown(str(root / ENVIRONMENTS))}: holds no environment, expected a file such as dev.py")
        return cls(root, tuple(names))

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
