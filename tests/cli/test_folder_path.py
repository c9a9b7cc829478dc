"""A folder is named by what can be the name of one."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from heliostat.cli.folder_path import FolderPath


@pytest.mark.parametrize("name", ["out", ".", "no/such/folder"])
def test_name_of_a_folder(name: str) -> None:
    """The folder need not be there."""
    assert FolderPath().convert(name, None, None) == Path(name)


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_name_of_nothing(name: str) -> None:
    """An empty name, of a variable that is not set, does not mean the working folder."""
    with pytest.raises(click.BadParameter, match="must name a folder, got "):
        FolderPath().convert(name, None, None)


def test_name_of_a_file(tmp_path: Path) -> None:
    """A file is none."""
    (tmp_path / "file").write_text("")

    with pytest.raises(click.BadParameter, match="is a file"):
        FolderPath().convert(str(tmp_path / "file"), None, None)
