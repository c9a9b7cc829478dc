"""Whatever happens while a folder of out/ is written, the old or the new tree stands."""

from __future__ import annotations

import errno
import os
import signal
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heliostat.manifests.errors import ConfigurationError, FailedError
from heliostat.manifests.out_index import INDEX_NAME
from heliostat.render.folder import ObstacleError
from heliostat.render.write import Written, write_tree
from tests.render.disk import Stopped, failing_at, snapshot, stop
from tests.render.trees import NEW, NOTHING, OLD, Files, indexed, prepared, settled, stopped_write, tree, without_empty


def enospc() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def interrupt() -> None:
    raise KeyboardInterrupt


class TestWriteTree:
    def test_first_write(self, place: Path) -> None:
        """A folder that is not there is made, and every file counts as written."""
        assert write_tree(place, OLD) == Written(5, 0, 0)
        assert snapshot(place) == tree(OLD)

    def test_second_write(self, place: Path) -> None:
        """What changed is written, what is gone is removed with its folders, the rest is left alone."""
        write_tree(place, OLD)

        assert write_tree(place, NEW) == Written(4, 1, 2)
        assert snapshot(place) == tree(NEW)

    def test_unchanged_files_are_not_touched(self, place: Path) -> None:
        """A file that is as it should be keeps its inode and its times, and so does everything when nothing changed."""
        write_tree(place, OLD)
        before = {path: path.stat() for path in (place, *place.rglob("*"))}

        assert write_tree(place, OLD) == Written(0, 5, 0)
        assert {path: path.stat().st_mtime_ns for path in before} == {path: known.st_mtime_ns for path, known in before.items()}

        write_tree(place, NEW)
        kept = place / "queues/_cluster/b.yaml"

        assert (kept.stat().st_ino, kept.stat().st_mtime_ns) == (before[kept].st_ino, before[kept].st_mtime_ns)

    def test_no_files_remove_the_folder(self, place: Path) -> None:
        """An environment that is no longer there takes its folder along."""
        write_tree(place, OLD)

        assert write_tree(place, NOTHING) == Written(0, 0, 5)
        assert snapshot(place.parent) == {".": None}

    def test_edited_and_missing_files_are_written_again(self, place: Path) -> None:
        """A listed file that somebody edited or deleted becomes what was rendered."""
        write_tree(place, OLD)
        (place / "queues/_cluster/a.yaml").write_text("a: edited\n")
        (place / "team/ns/c.yaml").unlink()

        assert write_tree(place, OLD) == Written(2, 3, 0)
        assert snapshot(place) == tree(OLD)

    def test_folder_that_cannot_be_looked_into(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What the system refuses from the start is told as such."""

        def fail(path: Path) -> bool:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

        monkeypatch.setattr(Path, "exists", fail)
        with pytest.raises(FailedError, match="out/prod: Permission denied"):
            write_tree(place, OLD)

    def test_disk_that_is_only_read(self, place: Path) -> None:
        """Where nothing is to be changed nothing is tried, so that a disk may be read only."""
        write_tree(place, OLD)
        with failing_at(1, enospc, lasting=True):
            assert write_tree(place, OLD) == Written(0, 5, 0)


class TestForeignFiles:
    def test_folder_without_index_is_refused(self, place: Path) -> None:
        """A folder that holds files and no index is not Heliostat's, and stays as it is."""
        place.mkdir(parents=True)
        (place / "notes.txt").write_text("mine")

        with pytest.raises(ConfigurationError, match=r"out/prod: holds files and no heliostat\.index"):
            write_tree(place, OLD)

        assert snapshot(place) == {".": None, "notes.txt": b"mine"}

    def test_empty_folder_is_taken(self, place: Path) -> None:
        """An empty folder belongs to nobody."""
        place.mkdir(parents=True)

        write_tree(place, OLD)

        assert snapshot(place) == tree(OLD)

    def test_unlisted_files_are_kept(self, place: Path) -> None:
        """Files that the index does not list are never removed, nor the folders that they lie in."""
        write_tree(place, OLD)
        (place / "gone/ns/notes.txt").write_text("mine")

        write_tree(place, NEW)

        assert snapshot(place) == {**tree(NEW), "gone": None, "gone/ns": None, "gone/ns/notes.txt": b"mine"}

    def test_unlisted_file_in_the_way(self, place: Path) -> None:
        """A file that the index does not list is not overwritten; every such file is named, and nothing is changed."""
        write_tree(place, OLD)
        for path in ("team/other/f.yaml", "new/ns/g.yaml"):
            (place / path).parent.mkdir(parents=True)
            (place / path).write_text("mine")
        before = snapshot(place)

        with pytest.raises(ConfigurationError) as refused:
            write_tree(place, NEW)

        assert refused.value.message.splitlines() == [
            f"{place}/new/ns/g.yaml: was not written by Heliostat, and an object is rendered to its place",
            f"{place}/team/other/f.yaml: was not written by Heliostat, and an object is rendered to its place",
        ]
        assert snapshot(place) == before

    def test_unlisted_file_with_the_right_content(self, place: Path) -> None:
        """A file that already is what would be written is taken over, as after a merge that lost a line of the index."""
        write_tree(place, OLD)
        (place / "new/ns").mkdir(parents=True)
        (place / "new/ns/g.yaml").write_text(NEW["new/ns/g.yaml"])

        assert write_tree(place, NEW) == Written(3, 2, 2)
        assert snapshot(place) == tree(NEW)

    def test_broken_index(self, place: Path) -> None:
        """An index that cannot be read stops everything: what is Heliostat's is not known."""
        write_tree(place, OLD)
        (place / INDEX_NAME).write_text("{}\n")

        with pytest.raises(ConfigurationError, match=r"heliostat\.index:1: is not the header"):
            write_tree(place, NEW)

        assert snapshot(place) == {**tree(OLD), INDEX_NAME: b"{}\n"}


class TestLinks:
    @pytest.mark.parametrize("link", ["", "queues", "queues/_cluster", "queues/_cluster/a.yaml", ".heliostat", INDEX_NAME])
    def test_symbolic_links_are_not_followed(self, place: Path, tmp_path: Path, link: str) -> None:
        """A link at or above anything that would be read or written is refused; what it points to stays as it is."""
        write_tree(place, OLD)
        elsewhere = tmp_path / "elsewhere"
        target = place / link if link else place
        if target.exists():
            target.rename(elsewhere)
        else:
            elsewhere.mkdir()
        target.symlink_to(elsewhere)
        before = snapshot(tmp_path)

        with pytest.raises(ConfigurationError, match="is not a f"):
            write_tree(place, NEW)

        assert snapshot(tmp_path) == before

    def test_link_above_the_environment(self, place: Path, tmp_path: Path) -> None:
        """out/ itself may not be a link either."""
        (tmp_path / "elsewhere").mkdir()
        place.parent.symlink_to(tmp_path / "elsewhere")

        with pytest.raises(ObstacleError, match="out: is not a folder"):
            write_tree(place, NEW)

        assert snapshot(tmp_path / "elsewhere") == {".": None}

    def test_removal_leaves_a_link_alone(self, place: Path, tmp_path: Path) -> None:
        """A link in the place of a file that is no longer rendered is not ours: neither it nor its target goes."""
        write_tree(place, OLD)
        target = tmp_path / "target"
        target.write_text("d: 1\n")
        (place / "gone/ns/d.yaml").unlink()
        (place / "gone/ns/d.yaml").symlink_to(target)

        write_tree(place, NEW)

        assert (place / "gone/ns/d.yaml").readlink() == target
        assert target.read_text() == "d: 1\n"

    def test_hard_links_are_not_written_through(self, place: Path, tmp_path: Path) -> None:
        """A file that has a second name elsewhere is replaced, not written into."""
        write_tree(place, OLD)
        second = tmp_path / "second"
        second.hardlink_to(place / "queues/_cluster/a.yaml")

        write_tree(place, NEW)

        assert second.read_text() == "a: 1\n"

    @pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["folder", "pipe"])
    def test_what_is_not_a_file(self, place: Path, make: object) -> None:
        """A folder or a pipe where a file belongs is refused, and nothing waits for the pipe."""
        write_tree(place, OLD)
        path = place / "queues/_cluster/a.yaml"
        path.unlink()
        assert callable(make)
        make(path)

        with pytest.raises(ConfigurationError, match=r"a\.yaml: is not a file"):
            write_tree(place, NEW)


SCENARIOS = pytest.mark.parametrize(
    ("before", "after"), [(NOTHING, OLD), (OLD, NEW), (OLD, NOTHING)], ids=["first write", "second write", "removal"]
)


@SCENARIOS
class TestEveryStep:
    """The same for each step that changes the disk: it fails, the process dies there, or Ctrl-C arrives."""

    def test_failure(self, tmp_path: Path, before: Files, after: Files) -> None:
        """A step that fails once leaves the old tree and says so; a failure to clear up after the commit is no failure."""
        for step in range(1, 1000):
            place = prepared(tmp_path / str(step), before)
            old = snapshot(place.parent)
            failed, reached = failed_write(place, after, step, lasting=False)
            if failed is not None:
                assert "No space left on device" in failed.message
                assert failed.hint == f"{place} is as it was; make room on that disk"
                assert snapshot(place.parent) == old
            else:
                settled(place)
                assert without_empty(snapshot(place)) == tree(after)
            if not reached:
                break

        assert step > 10

    def test_lasting_failure(self, tmp_path: Path, before: Files, after: Files) -> None:
        """A disk that takes nothing from some step on is put in order by the next command, also when it says half written."""
        for step in range(1, 1000):
            place = prepared(tmp_path / str(step), before)
            failed, reached = failed_write(place, after, step, lasting=True)
            half_written = (place / ".heliostat/journal").exists()
            assert failed is None or ("half written" in failed.message) == half_written
            settled(place)
            assert without_empty(snapshot(place)) in (tree(before), tree(after))
            if not reached:
                break

    def test_interrupt(self, tmp_path: Path, before: Files, after: Files) -> None:
        """Ctrl-C leaves the old tree, or the new one once it is committed, and clears up at once."""
        for step in range(1, 1000):
            place = prepared(tmp_path / str(step), before)
            with failing_at(step, interrupt) as fault:
                try:
                    write_tree(place, after)
                except KeyboardInterrupt:
                    assert without_leftovers(snapshot(place)) in (tree(before), tree(after))
            if not fault.reached:
                break

    def test_hard_stop(self, tmp_path: Path, before: Files, after: Files) -> None:
        """Wherever the process ends, the next command finds the old or the new tree, and the next write makes the new one."""
        for step in range(1, 1000):
            place = prepared(tmp_path / str(step), before)
            reached = stopped_write(place, after, step)
            write_tree(place, after)
            assert snapshot(place) == tree(after)
            if not reached:
                break

    def test_hard_stop_twice(self, tmp_path: Path, before: Files, after: Files) -> None:
        """Putting in order can itself be stopped at any step, and then be repeated."""
        for step in range(1, 1000):
            for second in range(1, 1000):
                place = prepared(tmp_path / f"{step}-{second}", before)
                reached = stopped_write(place, after, step)
                try:
                    with failing_at(second, stop, lasting=True) as fault:
                        settled(place)
                except Stopped:
                    pass
                settled(place)
                assert without_empty(snapshot(place)) in (tree(before), tree(after))
                if not fault.reached:
                    break
            if not reached:
                break

    @pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")  # the child takes no lock of theirs
    def test_killed(self, tmp_path: Path, before: Files, after: Files) -> None:
        """The same with a real process and a real SIGKILL."""
        for step in range(1, 1000):
            place = prepared(tmp_path / str(step), before)
            killed = killed_write(place, after, step)
            settled(place)
            assert without_empty(snapshot(place)) in (tree(before), tree(after))
            write_tree(place, after)
            assert snapshot(place) == tree(after)
            if not killed:
                break


def failed_write(place: Path, files: Files, step: int, *, lasting: bool) -> tuple[FailedError | None, bool]:
    """Write on a disk that is full at a step, or from then on; also tell whether there was such a step."""
    with failing_at(step, enospc, lasting=lasting) as fault:
        try:
            write_tree(place, files)
        except FailedError as failed:
            return failed, fault.reached
    return None, fault.reached


def killed_write(place: Path, files: Files, step: int) -> bool:
    """Write in a process that is killed at a step; False when it is through before."""
    child = os.fork()
    if child == 0:
        with failing_at(step, lambda: os.kill(os.getpid(), signal.SIGKILL)):
            write_tree(place, files)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def without_leftovers(found: dict[str, bytes | None]) -> dict[str, bytes | None]:
    """Leave out what lies ready to be cleared, and folders that hold no file."""
    return without_empty({path: content for path, content in found.items() if not path.startswith(".heliostat")})


class TestAnyTrees:
    PATHS = ("a__x__1", "a__x__2", "a__y__1", "b__x__1", "b___cluster__1")
    trees = st.just(NOTHING) | st.dictionaries(st.sampled_from(PATHS), st.sampled_from(["x: 1\n", "x: 2\n"])).map(
        lambda files: indexed(**files)
    )

    @given(before=trees, after=trees, last=trees, step=st.integers(1, 60), again=st.integers(1, 60))
    @settings(deadline=None)
    def test_stopped_and_stopped_again(self, before: Files, after: Files, last: Files, step: int, again: int) -> None:
        """Whatever trees follow each other and wherever two writes end, one of the trees stands, and the last write makes its own."""
        with TemporaryDirectory() as root:
            place = prepared(Path(root), before)
            stopped_write(place, after, step)
            stopped_write(place, last, again)
            settled(place)

            assert without_empty(snapshot(place)) in (tree(before), tree(after), tree(last))

            write_tree(place, last)

            assert snapshot(place) == tree(last)


class TestTwoAtOnce:
    def test_writers_take_turns(self, place: Path) -> None:
        """Many writers of different trees leave one of the trees, whole."""
        failures: list[BaseException] = []

        def write(files: Files) -> None:
            try:
                for _ in range(20):
                    write_tree(place, files)
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=write, args=(files,)) for files in (OLD, NEW, OLD, NEW)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert failures == []
        assert snapshot(place) in (tree(OLD), tree(NEW))
