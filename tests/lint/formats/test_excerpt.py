"""The line that a finding is about, and what is marked in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.lint.formats.excerpt import blank, excerpt
from heliostat.manifests.yaml_positions import Position
from tests.lint.reports import HOSTILE


@pytest.mark.parametrize(
    ("line", "columns", "shown", "carets"),
    [
        ("  cpu: 1", (3, 6), "  cpu: 1", "  ^^^"),
        ("  cpu: 1\r", (3, 6), "  cpu: 1", "  ^^^"),
        ("cpu: 1", (1, 99), "cpu: 1", "^^^^^^"),
        ("cpu:", (5, 5), "cpu:", "    ^"),
        ("cpu:", (50, 60), "cpu:", "    ^"),
        ("", (1, 1), "", "^"),
        ("漢: é", (4, 5), "漢: é", "    ^"),
        ("漢: e\u0301", (1, 2), "漢: e\u0301", "^^"),
        ("a\x1b: \u202eb", (3, 4), r"a\x1b: \u202eb", "     ^"),
        ("\tb", (2, 3), r"\tb", "  ^"),
    ],
    ids=["a key", "a line of Windows", "to the end", "nothing", "outside", "empty", "wide", "combining", "unprintable", "a tab"],
)
def test_a_line(line: str, columns: tuple[int, int], shown: str, carets: str) -> None:
    """Carets stand below what is meant, in the columns of a terminal, whatever the characters before take."""
    found = excerpt(["first", line], Position(2, columns[0], 2, columns[1]))

    assert found is not None
    assert (found.line, blank(found.before) + found.carets) == (shown, carets)


def test_several_lines() -> None:
    """What goes on below is marked to the end of its first line."""
    found = excerpt(["a: |  ", "  b"], Position(1, 4, 2, 4))

    assert found is not None
    assert (found.line, found.carets) == ("a: |", "^")


@pytest.mark.parametrize("line", [0, 2, -1])
def test_no_such_line(line: int) -> None:
    """A line that is not there is not shown."""
    assert excerpt(["a"], Position(line, 1, line, 2)) is None


@pytest.mark.parametrize(
    ("column", "length", "before", "meant", "after"),
    [
        (1, 3, "", "^^^", f"{'-' * 117}…"),
        (501, 3, f"…{'-' * 60}", "^^^", f"{'-' * 57}…"),
        (998, 3, f"…{'-' * 60}", "^^^", ""),
        (501, 400, f"…{'-' * 60}", "^" * 60, "…"),
    ],
    ids=["at its start", "amid it", "at its end", "most of it"],
)
def test_a_long_line(column: int, length: int, before: str, meant: str, after: str) -> None:
    """Of a line that fits on no screen, what surrounds the place is shown."""
    line = f"{'-' * (column - 1)}{'^' * length}{'-' * (1001 - column - length)}"
    found = excerpt([line], Position(1, column, 1, column + length))

    assert found is not None
    assert (found.before, found.meant, found.after) == (before, meant, after)


@given(HOSTILE, st.integers(-2, 400), st.integers(-2, 400), st.integers(0, 2))
def test_whatever_stands_there(text: str, column: int, end: int, more: int) -> None:
    """Any position in any text is shown in printable characters, with a caret somewhere."""
    found = excerpt(text.split("\n"), Position(1, column, 1 + more, end))

    assert found is not None
    assert found.line.isprintable()
    assert set(found.carets) == {"^"}
