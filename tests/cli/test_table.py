"""A table is as wide as what is in it, and on a narrow terminal does without what can be spared."""

from __future__ import annotations

import pytest

from heliostat.cli.table import fitting

COLUMNS = {"name": ("a", "somewhat-longer"), "count": ("1", "1234567"), "seconds": ("0.10", "12.34")}
WHOLE = """\
name                count   seconds
a                       1      0.10
somewhat-longer   1234567     12.34
"""
WITHOUT_SECONDS = """\
name                count
a                       1
somewhat-longer   1234567
"""
NAMES = "name           \na              \nsomewhat-longer\n"


@pytest.mark.parametrize(
    ("width", "expected"),
    [(None, WHOLE), (35, WHOLE), (34, WITHOUT_SECONDS), (25, WITHOUT_SECONDS), (24, NAMES), (1, NAMES)],
)
def test_width(width: int | None, expected: str) -> None:
    """Columns go one by one, never part of one; where nothing else can go, lines are as long as they are."""
    assert fitting(COLUMNS, ("seconds", "count"), width) == expected
