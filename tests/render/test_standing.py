"""What stands in out/ is read as it is, and only what carries an index is taken for Heliostat's."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliostat.manifests.errors import ConfigurationError, FailedError
from heliostat.manifests.out_index import INDEX_NAME
from heliostat.render.folder import ObstacleError
from heliostat.render.standing import Standing, environments_in, read_standing
from heliostat.render.write import write_tree
from tests.render.test_write import NOTHING, OLD, prepared, stopped_write


def test_nothing_there(tmp_path: Path) -> None:
    """A folder that is not there holds nothing, and is not made."""
    assert read_standing(tmp_path / "out" / "prod") == Standing()
    assert list(tmp_path.iterdir()) == []


def test_written(tmp_path: Path) -> None:
    """Files and index are read; what is no file is there without content."""
    write_tree(tmp_path / "prod", OLD)
    (tmp_path / "prod" / "link").symlink_to("elsewhere")
    standing = read_standing(tmp_path / "prod")

    assert standing.files == {"link": None, **{path: text.encode() for path, text in OLD.items()}}
    assert {*standing.index, INDEX_NAME} == set(OLD)
    assert not standing.half_written


@pytest.mark.parametrize("before", [NOTHING, OLD], ids=["first write", "second write"])
def test_interrupted(tmp_path: Path, before: dict[str, str]) -> None:
    """A write that ended early is either not seen at all or said to be half done, at every step."""
    seen = set()
    for step in range(1, 1000):
        place = prepared(tmp_path / str(step), before)
        reached = stopped_write(place, {**OLD, "new/ns/x.yaml": "x"}, step)
        standing = read_standing(place)
        seen.add(standing.half_written)
        assert standing.half_written or standing.files.keys() in (before.keys(), {*OLD, "new/ns/x.yaml"})
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
        read_standing(tmp_path / "prod")


def test_lost_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where files were rendered and only the index is gone, the hint names what brings it back."""
    monkeypatch.chdir(tmp_path)
    write_tree(Path("out/prod"), OLD)
    Path("out/prod", INDEX_NAME).unlink()

    with pytest.raises(ConfigurationError) as refused:
        read_standing(Path("out/prod"))
    assert refused.value.hint == (
        "move them away, or render elsewhere with --out; a lost index comes back with `git checkout -- out/prod/heliostat.index`"
    )


def test_no_folder(tmp_path: Path) -> None:
    """A file or a link in the place of the folder is refused."""
    (tmp_path / "prod").write_text("")
    (tmp_path / "link").symlink_to(tmp_path)

    for name in ("prod", "link"):
        with pytest.raises(ObstacleError, match=f"{name}: is not a folder"):
            read_standing(tmp_path / name)


def test_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that does not answer is not an empty folder."""

    def fail(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", fail)
    with pytest.raises(FailedError, match=f"^{tmp_path}: Permission denied$"):
        read_standing(tmp_path / "prod")


def test_environments_in(tmp_path: Path) -> None:
    """Folders with an index are environments; others, links and files are not, and no out/ has none."""
    for name in ("prod", "dev"):
        write_tree(tmp_path / "out" / name, OLD)
    (tmp_path / "out" / "other").mkdir()
    (tmp_path / "out" / "link").symlink_to("prod")
    (tmp_path / "out" / INDEX_NAME).write_text("")

    assert environments_in(tmp_path / "out") == ["dev", "prod"]
    assert environments_in(tmp_path / "none") == []
