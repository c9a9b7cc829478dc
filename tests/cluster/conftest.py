"""What the tests of the lane share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cluster.repository import OUT


@pytest.fixture(scope="session")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lane's own copy of out/, taken once: whoever renders meanwhile does not disturb it."""
    return Path(shutil.copytree(OUT, tmp_path_factory.mktemp("rendered") / "out"))
