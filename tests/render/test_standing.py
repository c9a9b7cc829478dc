"""What stands in out/ is looked at as the next write will find it, and only what carries an index is taken for Heliostat's."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from heliostat.manifests.errors import ConfigurationError, FailedError
from heliostat.manifests.out_index import INDEX_NAME
from heliostat.render.folder import ObstacleError
from heliostat.render.plan import Change, Obstacle
from heliostat.render.standing import environments_in, standing_of
from heliostat.render.write import write_tree
from tests.render.trees import NEW, NOTHING, OLD, Files, prepared, stopped_write


def test_nothing_there(tmp_path: Path) -> None:
    """A folder that is not there is not made."""
    assert standing_of(tmp_path / "out" / "prod", OLD) is None
    assert list(tmp_path.iterdir()) == []


def test_written(place: Path) -> None:
    """Where everything is as it should be nothing is to be done, and what is not Heliostat's is named."""
    write_tree(place, OLD)
    (place / "link").symlink_to("elsewhere")
    (place / "queues/empty/below").mkdir(parents=True)
    (place / "queues/mine").write_text("")
    standing = standing_of(place, OLD)

    assert standing is not None
    assert (standing.plan.changes, standing.plan.unchanged, standing.plan.obstacles) == ([], 5, [])
    assert standing.others == ["link", "queues/mine"]
    assert {*standing.plan.index, INDEX_NAME} == set(OLD)
    assert not standing.remains.half_written


def test_changes(place: Path) -> None:
    """What is to be written, changed and removed comes with what stands there, the index last."""
    write_tree(place, OLD)
    standing = standing_of(place, NEW)

    assert standing is not None
    assert standing.plan.unchanged == 1
    assert standing.plan.changes == [
        Change("gone/ns/d.yaml", b"d: 1\n", None),
        Change("gone/ns/e.yaml", b"e: 1\n", None),
        Change("new/ns/g.yaml", None, b"g: 1\n"),
        Change("queues/_cluster/a.yaml", b"a: 1\n", b"a: 2\n"),
        Change("team/ns/c.yaml", b"c: 1\n", b"c: 2\n"),
        Change("team/other/f.yaml", None, b"f: 1\n"),
        Change(INDEX_NAME, OLD[INDEX_NAME].encode(), NEW[INDEX_NAME].encode()),
    ]


def test_obstacles(place: Path) -> None:
    """Whatever a write would not replace is in its way; what lies below it is not told beside it."""
    write_tree(place, OLD)
    (place / "new").write_text("")
    (place / "team/other/f.yaml/below").mkdir(parents=True)
    (place / "team/other/f.yaml/below/mine").write_text("")
    (place / "team/ns/c.yaml").unlink()
    (place / "team/ns/c.yaml").symlink_to("elsewhere")
    standing = standing_of(place, NEW)

    assert standing is not None
    assert standing.plan.obstacles == [
        Obstacle("new", "is not a folder"),
        Obstacle("team/ns/c.yaml", "is not a file"),
        Obstacle("team/other/f.yaml", "is not a file"),
    ]
    assert standing.others == []


@pytest.mark.parametrize("before", [NOTHING, OLD], ids=["first write", "second write"])
def test_interrupted(tmp_path: Path, before: Files) -> None:
    """A write that ended early is either not seen at all or said to be half done, at every step, and the old tree or the new is seen."""
    seen = set()
    for step in range(1, 1000):
        place = prepared(tmp_path / str(step), before)
        reached = stopped_write(place, NEW, step)
        standing = standing_of(place, NEW)
        if standing is not None:
            seen.add(standing.remains.half_written)
            standing_files = {change.path for change in standing.plan.changes if change.before is not None}
            expected = {path for path in {*before, *NEW} if path in before and before[path] != NEW.get(path)}
            assert standing_files in (expected, set())
        if not reached:
            break

    assert seen == {True, False}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"notes.txt": b"mine"}, r"prod: holds files and no heliostat\.index"),
        ({INDEX_NAME: b"\xff"}, r"heliostat\.index: is not UTF-8"),
        ({INDEX_NAME: b"{}"}, r"heliostat\.index:1: is not the header"),
    ],
)
def test_not_ours(tmp_path: Path, files: dict[str, bytes], message: str) -> None:
    """A folder without a readable index is refused."""
    for name, content in files.items():
        (tmp_path / "prod").mkdir()
        (tmp_path / "prod" / name).write_bytes(content)

    with pytest.raises(ConfigurationError, match=message):
        standing_of(tmp_path / "prod", OLD)


def test_folders_alone(place: Path) -> None:
    """Folders without files, which Git does not know, belong to nobody."""
    (place / "queues/below").mkdir(parents=True)
    standing = standing_of(place, OLD)

    assert standing is not None
    assert write_tree(place, OLD).written == 5


def test_foreign_file_that_cannot_be_read(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not Heliostat's is named and not opened."""
    write_tree(place, OLD)
    (place / "queues/mine").write_text("")
    opened = os.open

    def fail(path: str, *arguments: int, **keywords: int) -> int:
        if path == "mine":
            raise PermissionError(13, "Permission denied")
        return opened(path, *arguments, **keywords)

    monkeypatch.setattr(os, "open", fail)
    standing = standing_of(place, OLD)

    assert standing is not None
    assert standing.others == ["queues/mine"]


def test_lost_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where files were rendered and only the index is gone, the hint names what brings it back."""
    monkeypatch.chdir(tmp_path)
    write_tree(Path("out/prod"), OLD)
    Path("out/prod", INDEX_NAME).unlink()

    with pytest.raises(ConfigurationError) as refused:
        standing_of(Path("out/prod"), OLD)
    assert refused.value.hint == (
        "move them away, or render elsewhere with --out; a lost index comes back with `git checkout -- out/prod/heliostat.index`"
    )


def test_no_folder(tmp_path: Path) -> None:
    """A file or a link in the place of the folder is refused."""
    (tmp_path / "prod").write_text("")
    (tmp_path / "link").symlink_to(tmp_path)

    for name in ("prod", "link"):
        with pytest.raises(ObstacleError, match=f"{name}: is not a folder"):
            standing_of(tmp_path / name, OLD)


def test_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that does not answer is not an empty folder."""

    def fail(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", fail)
    with pytest.raises(FailedError, match=f"^{tmp_path}: Permission denied\n  give whoever runs this the right to it$"):
        standing_of(tmp_path / "prod", OLD)


def test_environments_in(tmp_path: Path) -> None:
    """Folders with an index are environments; others, links and files are not, and no out/ has none."""
    for name in ("prod", "dev", "dev.bak", "Dev"):
        write_tree(tmp_path / "out" / name, OLD)
    (tmp_path / "out" / "other").mkdir()
    (tmp_path / "out" / "link").symlink_to("prod")
    (tmp_path / "out" / INDEX_NAME).write_text("")

    assert environments_in(tmp_path / "out") == ["dev", "prod"]
    assert environments_in(tmp_path / "none") == []


@pytest.mark.parametrize("name", [INDEX_NAME, ".heliostat/journal"])
@pytest.mark.parametrize("make", [Path.touch, Path.mkdir, lambda path: path.symlink_to("nowhere")], ids=["file", "folder", "link"])
def test_environments_in_disorder(tmp_path: Path, make: Callable[[Path], None], name: str) -> None:
    """A folder is one that Heliostat wrote also when its index is none, or when its first write was interrupted."""
    (tmp_path / "prod" / ".heliostat").mkdir(parents=True)
    make(tmp_path / "prod" / name)

    assert environments_in(tmp_path) == ["prod"]


def test_environments_that_cannot_be_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system refuses is told with the path."""
    write_tree(tmp_path / "prod", OLD)

    def fail(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "lstat", fail)
    with pytest.raises(FailedError, match=f"^{tmp_path}/prod/{INDEX_NAME}: Permission denied"):
        environments_in(tmp_path)
