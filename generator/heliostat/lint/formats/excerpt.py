"""The line of a file that a finding is about, made safe and short enough to be shown, with carets below what is meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from heliostat.manifests.shown_value import one_line
from heliostat.manifests.yaml_positions import Position

_WIDEST = 120
"""Characters of a line that are shown."""

_BEFORE = 60
"""Characters that are shown before what is meant, where the line is longer than `_WIDEST`."""

_CUT = "…"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line in three parts, as they are shown."""

    before: str
    meant: str
    after: str

    @property
    def line(self) -> str:
        """All of it."""
        return f"{self.before}{self.meant}{self.after}"

    @property
    def carets(self) -> str:
        """As many as what is meant takes; one where that is nothing."""
        return "^" * max(len(blank(self.meant)), 1)


def excerpt(lines: Sequence[str], position: Position) -> Excerpt | None:
    """Show where in the lines of a file a position is; None where it is in none of them.

    What spans several lines is marked to the end of its first.
    """
    if not 0 < position.line <= len(lines):
        return None
    line = lines[position.line - 1].rstrip()
    start = min(max(position.column - 1, 0), len(line))
    end = len(line) if position.end_line > position.line else min(position.end_column - 1, len(line))
    first = max(start - _BEFORE, 0) if len(line) > _WIDEST else 0
    last = min(first + _WIDEST, len(line))
    before = f"{_CUT if first else ''}{one_line(line[first:start])}"
    meant = one_line(line[start : min(end, last)])
    after = f"{one_line(line[max(start, min(end, last)) : last])}{_CUT if last < len(line) else ''}"
    return Excerpt(before, meant, after)


def blank(text: str) -> str:
    """Give as much space as a text takes in a terminal."""
    if text.isascii():
        return " " * len(text)
    return "".join("" if unicodedata.combining(each) else "  " if unicodedata.east_asian_width(each) in "WF" else " " for each in text)
