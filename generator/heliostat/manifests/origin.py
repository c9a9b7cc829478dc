"""Where in somebody's Python an object was made."""

from __future__ import annotations

import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType

_OURS = f"{Path(__file__).resolve().parents[1]}/"
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


@dataclass(frozen=True, slots=True, order=True)
class Frame:
    """One line of an author's file. `file` is as Python knows it; `line` counts from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{shown(self.file)}:{self.line}"


@dataclass(frozen=True, slots=True, order=True)
class Origin:
    """The lines that led to an object, innermost first: a helper in `_platform.py`, then the environment that called it."""

    frames: tuple[Frame, ...]

    @property
    def line(self) -> Frame | None:
        """The line that made the object itself, None when it was made outside an author's file."""
        return self.frames[0] if self.frames else None

    def __str__(self) -> str:
        first, *callers = self.frames or (Frame("<unknown>", 0),)
        return f"{first}" + "".join(f" (from {caller})" for caller in callers)


def origin_here() -> Origin:
    """Name the lines of the author's files that are being executed now, up to the module that started them.

    A line that calls into itself, as a comprehension does before Python 3.12, is named once.
    """
    lines: list[str | int] = []
    frame = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if _is_authors(code.co_filename):
            if lines[-2:] != [code.co_filename, frame.f_lineno]:
                lines += (code.co_filename, frame.f_lineno)
            if code.co_name == "<module>":
                break
        frame = frame.f_back  # type: ignore[assignment]  # typeshed: f_back is None at the bottom
    return _origin(*lines)


@cache
def _origin(*lines: str | int) -> Origin:
    """Make an origin of files and lines in turn; a loop makes many objects on one line."""
    return Origin(tuple([Frame(str(file), int(line)) for file, line in zip(lines[::2], lines[1::2], strict=True)]))


def innermost(traceback: TracebackType | None) -> Frame | None:
    """Name the line of an author's file that came closest to what went wrong, None when no such line was being executed."""
    found = None
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if _is_authors(file):
            found = Frame(file, traceback.tb_lineno)
        traceback = traceback.tb_next
    return found


@cache
def _is_authors(file: str) -> bool:
    return not file.startswith(("<", _OURS, *_LIBRARIES)) and "site-packages" not in file


def shown(file: str) -> str:
    """Spell a file relative to the working directory where it lies below it."""
    try:
        return Path(file).absolute().relative_to(Path.cwd()).as_posix()  # not resolved: a link is called by its own name
    except (ValueError, OSError):
        return file
