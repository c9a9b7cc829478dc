"""What the tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.project import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project without environments."""
    (tmp_path / "environments").mkdir()
    return Project(tmp_path)
