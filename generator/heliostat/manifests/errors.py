"""The ways in which Heliostat says no.

HeliostatError
├── RefusedError        exit 1: what was asked for is wrong, and where
├── ConfigurationError  exit 2: the command line, an environment file or a folder is not usable
└── FailedError         exit 3: a tool, the disk or the machine let us down
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from heliostat.manifests.shown_value import one_line


class HeliostatError(Exception):
    """Something the person at the keyboard can act on: one message, an exit code, no traceback."""

    exit_code: ClassVar[int] = 3

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  {self.hint}" if self.hint else self.message


class RefusedError(HeliostatError):
    """What an author asked for cannot be rendered; all that is wrong is told at once, each problem on a line."""

    exit_code = 1

    def __init__(self, problems: Sequence[str], *, hint: str | None = None) -> None:
        self.problems = tuple([one_line(problem) for problem in problems])
        super().__init__("\n".join(self.problems), hint=hint)


class ConfigurationError(HeliostatError):
    """The command line, an environment file or the output folder cannot be used as it is."""

    exit_code = 2


class FailedError(HeliostatError):
    """The work was well asked for and could not be done: a missing tool, a full disk, a crash."""

    exit_code = 3
