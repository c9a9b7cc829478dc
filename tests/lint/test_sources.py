"""Which files are linted, and what is said of the others."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from heliostat.lint import sources
from heliostat.lint.sources import PassedOver, Text, Unread, read_paths, read_stream


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with manifests, in which the command is called."""
    monkeypatch.chdir(tmp_path)
    for name in ("b.yaml", "a.yml", "sub/c.json", "README.md", "sub/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


def test_folders_are_searched(folder: Path) -> None:
    """Files with the endings of manifests are read at every depth, in the order of their paths."""
    assert list(read_paths([folder])) == [Text("a.yml", b"a.yml"), Text("b.yaml", b"b.yaml"), Text("sub/c.json", b"sub/c.json")]


def test_a_file_that_is_named_is_read(folder: Path) -> None:
    """Whatever it is called; and once, however often it is named or linked to."""
    (folder / "z.yaml").symlink_to("b.yaml")
    given = [folder / "README.md", folder / "b.yaml", folder]

    assert [each.file for each in read_paths(given)] == ["README.md", "b.yaml", "a.yml", "sub/c.json"]


def test_what_is_passed_over_is_named(folder: Path) -> None:
    """Hidden manifests and links to folders, which may lead in circles; hidden folders are no business of a linter."""
    (folder / ".hidden.yaml").write_text("")
    (folder / ".git").mkdir()
    (folder / ".git" / "x.yaml").write_text("")
    (folder / "loop").symlink_to(".")
    passed = [each for each in read_paths([folder]) if isinstance(each, PassedOver)]

    assert passed == [PassedOver(".hidden.yaml", "is hidden"), PassedOver("loop", "is a link to a folder")]


def test_what_cannot_be_read_is_told(folder: Path) -> None:
    """A pipe that nobody writes to, a link to nowhere, a link to itself and a file that is gone hold nothing up."""
    os.mkfifo(folder / "pipe.yaml")
    (folder / "dangling.yaml").symlink_to("nowhere")
    (folder / "self.yaml").symlink_to("self.yaml")
    found = [each for each in read_paths([folder, folder / "gone.yaml"]) if isinstance(each, Unread)]

    assert found == [
        Unread("dangling.yaml", "cannot be read: No such file or directory"),
        Unread("pipe.yaml", "is no file"),
        Unread("self.yaml", "cannot be read: Too many levels of symbolic links"),
        Unread("gone.yaml", "cannot be read: No such file or directory"),
    ]


def test_what_is_too_large(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file or a stream beyond all measure is not read to its end."""
    monkeypatch.setattr(sources, "LARGEST", 1024 * 1024)
    (folder / "b.yaml").write_bytes(b" " * (1024 * 1024 + 1))
    stream = io.BytesIO(b" " * (3 * 1024 * 1024))

    assert list(read_paths([folder / "b.yaml"])) == [Unread("b.yaml", "is larger than 1 MiB, which no manifest is")]
    assert read_stream(stream) == Unread("<stdin>", "is larger than 1 MiB, which no manifest is")
    assert stream.tell() == 1024 * 1024 + 1


def test_what_is_piped_in() -> None:
    """It has a name of its own."""
    assert read_stream(io.BytesIO(b"kind: Pod\n")) == Text("<stdin>", b"kind: Pod\n")
