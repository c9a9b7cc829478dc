"""What the tests of rendering share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The folder of an environment that is not there yet."""
    return tmp_path / "out" / "prod"
