"""A folder held open reaches files below it, and follows no link on the way."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from heliostat.render.folder import Folder, ObstacleError


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    """A folder with a file and, beside it, links to what must not be reached."""
    place = tmp_path / "place"
    (place / "a").mkdir(parents=True)
    (place / "a" / "file").write_bytes(b"content")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "file").write_bytes(b"secret")
    (place / "link").symlink_to(tmp_path / "outside")
    (place / "dangling").symlink_to(tmp_path / "nowhere")
    (place / "a" / "alias").symlink_to("file")
    with Folder.locked(place) as opened:
        yield opened


def test_read(folder: Folder) -> None:
    """A file's content, or None where nothing is, also where no folder is above it."""
    assert folder.read("a/file") == b"content"
    assert folder.read("a/none") is None
    assert folder.read("none/none") is None


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("a/alias", "a/alias: is not a file"),
        ("dangling", "dangling: is not a file"),
        ("a", "a: is not a file"),
        ("link/file", "link: is not a folder"),
        ("a/file/x", "a/file: is not a folder"),
    ],
)
def test_read_no_file(folder: Folder, path: str, message: str) -> None:
    """Whatever is no file, or lies behind what is no folder, is an obstacle."""
    with pytest.raises(ObstacleError) as obstacle:
        folder.read(path)

    assert obstacle.value.message == f"{folder.name}/{message}"


def test_read_no_socket(folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket is an obstacle too."""
    monkeypatch.chdir(tmp_path / "place")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")

        with pytest.raises(ObstacleError, match="place/socket: is not a file"):
            folder.read("socket")


@pytest.mark.parametrize("path", ["link/new", "link/below/new"])
def test_writes_follow_no_link(folder: Folder, tmp_path: Path, path: str) -> None:
    """Neither a new file nor a moved one lands behind a link."""
    with pytest.raises(ObstacleError):
        folder.create(path, b"")
    with pytest.raises(ObstacleError):
        folder.move("a/file", path)

    assert [file.name for file in (tmp_path / "outside").iterdir()] == ["file"]
    assert folder.read("a/file") == b"content"


def test_create_replaces_nothing(folder: Folder) -> None:
    """What is there is not written into, be it a file or a link."""
    for path in ("a/file", "a/alias", "dangling"):
        with pytest.raises(FileExistsError):
            folder.create(path, b"other")

    assert folder.read("a/file") == b"content"


def test_move_over_a_link(folder: Folder, tmp_path: Path) -> None:
    """A link in the place of the target is replaced, not followed."""
    folder.move("a/file", "dangling")

    assert folder.read("dangling") == b"content"
    assert not (tmp_path / "nowhere").exists()


def test_listings(folder: Folder) -> None:
    """Everything that is no folder is listed; folders behind links are not entered."""
    assert folder.paths() == ["a/alias", "a/file", "dangling", "link"]
    assert folder.names() == ["a", "dangling", "link"]
    assert folder.names("a") == ["alias", "file"]
    assert folder.names("none") == []


def test_prune(folder: Folder, tmp_path: Path) -> None:
    """Empty folders go, up to one that is not empty, and never the folder itself; what is no folder stays."""
    folder.create("b/c/d/file", b"")
    folder.create("b/other", b"")
    folder.remove("b/c/d/file")
    folder.prune("b/c/d/file")

    assert folder.names("b") == ["other"]

    folder.remove("b/other")
    for path in ("b/c/d/file", "a/file/x", "a/file/x/y", "link/x", "dangling/x"):
        folder.prune(path)

    assert folder.names() == ["a", "dangling", "link"]
    assert (tmp_path / "place").is_dir()


def test_errors_name_the_path(folder: Folder, tmp_path: Path) -> None:
    """What the system refuses is told with the whole path, also where a folder above is what it refuses."""
    with pytest.raises(FileNotFoundError) as missing:
        folder.remove("a/none")
    with pytest.raises(OSError, match="File name too long") as too_long:
        folder.create(f"a/{'x' * 300}/y", b"")

    assert missing.value.filename == f"{tmp_path}/place/a/none"
    assert too_long.value.filename == f"{tmp_path}/place/a/{'x' * 300}"


def test_file_larger_than_memory(folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that does not fit into memory is one that the system refuses, too."""

    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("heliostat.render.folder.open", fail, raising=False)
    with pytest.raises(OSError, match="Cannot allocate memory") as refused:
        folder.read("a/file")

    assert refused.value.filename == f"{tmp_path}/place/a/file"


def test_has_file(folder: Folder) -> None:
    """A file is there or not; anything else is an obstacle."""
    assert folder.has_file("a/file")
    assert not folder.has_file("a/none")
    assert not folder.has_file("none/none")
    for path in ("a", "dangling", "link"):
        with pytest.raises(ObstacleError, match=f"{path}: is not a file"):
            folder.has_file(path)


def test_deep_folders(tmp_path: Path) -> None:
    """Folders in folders are listed however deep they go."""
    descriptor = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("d", dir_fd=descriptor)
        below = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = below
    os.close(os.open("file", os.O_CREAT, dir_fd=descriptor))
    os.close(descriptor)
    with Folder.locked(tmp_path) as folder:
        (path,) = folder.paths()

    assert path == "d/" * 1200 + "file"
    subprocess.run(["rm", "-r", tmp_path / "d"], check=True)  # deeper than shutil goes


def test_many_folders(tmp_path: Path) -> None:
    """More folders than a process may hold open can be written to and read."""
    paths = [f"{number}/file" for number in range(1200)]
    with Folder.locked(tmp_path) as folder:
        for path in paths:
            folder.create(path, b"")
        found = folder.paths()

    assert found == sorted(paths)


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("above", ["file", "dangling", "file/below", "dangling/below"])
def test_no_folder_above(tmp_path: Path, above: str, create: bool) -> None:
    """What stands where a folder is needed is named, however far above it is, and nothing is made."""
    (tmp_path / "file").write_text("")
    (tmp_path / "dangling").symlink_to("nowhere")
    with pytest.raises(ObstacleError) as obstacle, Folder.locked(tmp_path / above / "place", create=create):
        pass

    assert obstacle.value.message == f"{tmp_path}/{above.partition('/')[0]}: is not a folder"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dangling", "file"]


@pytest.mark.parametrize(("held", "wanted", "waits"), [(True, True, False), (True, False, True), (False, True, True), (False, False, True)])
def test_lock(tmp_path: Path, held: bool, wanted: bool, waits: bool) -> None:
    """Readers share a folder; a writer has it alone and others wait for it."""
    taken = threading.Event()

    def take() -> None:
        with Folder.locked(tmp_path, shared=wanted):
            taken.set()

    other = threading.Thread(target=take)
    with Folder.locked(tmp_path, shared=held):
        other.start()

        assert taken.wait(0.3 if waits else 30) != waits
    assert taken.wait(30)
    other.join()


def test_folder_removed_while_waiting(tmp_path: Path) -> None:
    """Who waited for a folder that was removed meanwhile gets the one that is there, not the one that is gone."""
    place = tmp_path / "place"

    def write() -> None:
        with Folder.locked(place, create=True) as folder:
            folder.create("file", b"")

    other = threading.Thread(target=write)
    with Folder.locked(place, create=True):
        other.start()
        other.join(0.3)
        place.rmdir()
    other.join()

    assert (place / "file").exists()
