"""Tables of numbers in plain text, as wide as what is in them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence

_BETWEEN = "   "


def fitting(columns: Mapping[str, Sequence[str]], dispensable: Sequence[str], width: int | None) -> str:
    """Lay columns out by their headers: the first to the left, numbers to the right.

    Args:
        columns: what is in each column; all are of one length.
        dispensable: headers of the columns that are left out, in this order, until a line is no longer than `width`.
        width: characters in a line; any number unless given.
    """
    shown = dict(columns)
    for header in dispensable:
        if width is None or len(_lines(shown)[0]) <= width:
            break
        del shown[header]
    return "".join(f"{line}\n" for line in _lines(shown))


def terminal_width() -> int | None:
    """Say how long a line of results may be, None where no terminal shows them."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _lines(columns: Mapping[str, Sequence[str]]) -> list[str]:
    aligned: list[list[str]] = []
    for header, cells in columns.items():
        width = max(map(len, (header, *cells)))
        aligned.append([cell.rjust(width) if aligned else cell.ljust(width) for cell in (header, *cells)])
    return [_BETWEEN.join(line) for line in zip(*aligned, strict=True)]
