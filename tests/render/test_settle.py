"""What an interrupted write left is put in order, and nothing that is not Heliostat's is touched for it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.out_index import INDEX_NAME, sha256_of
from heliostat.render.folder import Folder, ObstacleError
from heliostat.render.settle import Settled, remains_of, settle
from heliostat.render.write import write_tree
from tests.render.disk import snapshot
from tests.render.trees import NEW, OLD, prepared, settled, stopped_write, tree, without_empty

OTHER_KINDS: list[Callable[[Path], None]] = [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("nowhere")]
KINDS = pytest.mark.parametrize("make", OTHER_KINDS, ids=["folder", "pipe", "link"])


def change(path: str, *, replaces: bool = False, content: bytes | None = None) -> str:
    """A line of a journal."""
    return json.dumps({"path": path, "replaces": replaces, "sha256": None if content is None else sha256_of(content)}) + "\n"


def interrupted(place: Path, journal: str, **staged: str) -> Path:
    """Lay out what a write left, and give the staging folder; `old_0` is `.heliostat/old-0`."""
    write_tree(place, OLD)
    staging = place / ".heliostat"
    staging.mkdir()
    (staging / "journal").write_text(journal)
    for name, text in staged.items():
        (staging / name.replace("_", "-")).write_text(text)
    return staging


def refusal(place: Path) -> ConfigurationError:
    """Fail to settle a folder, which stays as it is."""
    before = snapshot(place)
    with Folder.locked(place) as folder, pytest.raises(ConfigurationError) as refused:
        settle(folder)

    assert snapshot(place) == before
    return refused.value


def test_every_step(place: Path) -> None:
    """Before it is settled a folder already reads as it will afterwards, wherever a write ended."""
    for step in range(1, 1000):
        place = prepared(place.parent / str(step), OLD)
        reached = stopped_write(place, NEW, step)
        with Folder.locked(place) as folder:
            settling = Settled(folder, remains_of(folder))
            foreseen = {path: settling.read(path) for path in settling.paths()}
            settle(folder)

            assert foreseen == {path: folder.read(path) for path in folder.paths()}
        if not reached:
            break

    assert step > 10


def test_file_made_meanwhile_is_kept(place: Path) -> None:
    """What somebody puts in place of a half-written new file is not removed when the write is undone."""
    write_tree(place, OLD)
    for step in range(1, 1000):
        reached = stopped_write(place, NEW, step)
        created = place / "new/ns/g.yaml"
        if created.exists() and reached:
            break
        settled(place)
    created.write_text("mine")

    settled(place)

    assert created.read_text() == "mine"
    assert (place / INDEX_NAME).read_text() == OLD[INDEX_NAME]


@pytest.mark.parametrize(
    ("journal", "message"),
    [
        ("nonsense", "1: is not JSON"),
        ("", "1: is not JSON"),
        ("\n\n", "1: is not JSON"),
        ("[" * 100_000, "1: is not JSON"),
        ("1" * 5000, "1: is not JSON"),
        (change("../../x/y"), '1: has the path "../../x/y", expected one below the folder of an app'),
        (change("/etc/x"), '1: has the path "/etc/x", expected one below the folder of an app'),
        (change("a/\ud800"), '1: has the path "a/\\ud800", expected one below the folder of an app'),
        (change("a/" + "x" * 300), f'1: has the path "a/{"x" * 78}\\u2026", expected one below the folder of an app'),
        (change(".git/config"), '1: has the path ".git/config", expected one below the folder of an app'),
        (change("a/b") + '{"path": "a/b"}', "2: is not a change"),
        (change("a/b") + change("a/b"), '2: changes "a/b" a second time'),
    ],
)
def test_journal_of_somebody_else(place: Path, journal: str, message: str) -> None:
    """A journal that Heliostat cannot have written is refused, above all one that leads out of the folder."""
    interrupted(place, journal)
    refused = refusal(place)

    assert refused.message == f"{place}/.heliostat/journal:{message}"
    assert refused.hint == ".heliostat/old-<n> holds what a write had replaced; put it back with Git or by hand, then remove .heliostat/"


@KINDS
@pytest.mark.parametrize("name", ["journal", "journal-draft", "new-0", "old-3"])
def test_what_is_not_a_file(place: Path, name: str, make: Callable[[Path], None]) -> None:
    """What is no file where a write keeps its own is somebody else's, and nothing is done before it is moved away."""
    write_tree(place, OLD)
    (place / ".heliostat").mkdir()
    make(place / ".heliostat" / name)

    assert refusal(place).message == f"{place}/.heliostat/{name}: is not a file"


@KINDS
def test_what_stands_where_a_file_comes_back(place: Path, make: Callable[[Path], None]) -> None:
    """A file comes back over a file only."""
    interrupted(
        place, change("queues/_cluster/a.yaml", replaces=True) + change("team/ns/c.yaml", replaces=True), old_0="a: 0\n", old_1="c: 0\n"
    )
    (place / "team/ns/c.yaml").unlink()
    make(place / "team/ns/c.yaml")

    assert refusal(place).message == f"{place}/team/ns/c.yaml: is not a file"


@KINDS
def test_what_was_replaced(place: Path, make: Callable[[Path], None]) -> None:
    """Nothing but a file comes back."""
    staging = interrupted(place, change("queues/_cluster/a.yaml", replaces=True))
    make(staging / "old-0")

    assert refusal(place).message == f"{staging}/old-0: is not a file"


def test_file_in_place_of_the_staging_folder(place: Path) -> None:
    """A file that is called like the staging folder is somebody else's."""
    write_tree(place, OLD)
    (place / ".heliostat").write_text("mine")

    assert isinstance(refusal(place), ObstacleError)


def test_folders_that_were_made(place: Path) -> None:
    """A folder that a new file needed goes with it, and not where somebody used it meanwhile."""
    interrupted(place, change("new/ns/a.yaml", content=b"a") + change("new/other/b.yaml", content=b"b"))
    for name, text in (("ns/a.yaml", "a"), ("other/b.yaml", "b"), ("other/mine", "")):
        (place / "new" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "new" / name).write_text(text)
    settled(place)

    assert snapshot(place) == {**tree(OLD), "new": None, "new/other": None, "new/other/mine": b""}


def test_unknown_files_among_the_leftovers(place: Path) -> None:
    """Only names that a write uses are cleared."""
    write_tree(place, OLD)
    (place / ".heliostat").mkdir()
    for name in ("new-3", "old-0", "journal-draft", "cache.json"):
        (place / ".heliostat" / name).write_text("")
    settled(place)

    assert sorted(path.name for path in (place / ".heliostat").iterdir()) == ["cache.json"]
    with Folder.locked(place) as folder:
        assert remains_of(folder).leftovers is None


def test_empty_staging_folder(place: Path) -> None:
    """A staging folder without anything in it goes."""
    write_tree(place, OLD)
    (place / ".heliostat").mkdir()
    settled(place)

    assert without_empty(snapshot(place)) == snapshot(place) == tree(OLD)
