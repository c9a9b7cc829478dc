"""What all formats have in common."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heliostat.lint.formats import FORMATS
from tests.lint.reports import CLEAN, FULL, TEXTS


def test_the_formats() -> None:
    """These are the formats that there are."""
    assert list(FORMATS) == ["text", "json", "sarif", "github", "junit", "markdown"]


@pytest.mark.parametrize("name", FORMATS)
def test_same_findings_same_bytes(name: str) -> None:
    """In whatever order and however often findings come, they are told in the same way, and the last line ends."""
    shuffled = replace(FULL, findings=[*FULL.findings[::-1], *FULL.findings], waived=[*FULL.waived, *FULL.waived])
    told = FORMATS[name](FULL, TEXTS)

    assert FORMATS[name](shuffled, TEXTS) == told
    assert told.endswith("\n")
    assert FORMATS[name](CLEAN, {}).endswith("\n")
