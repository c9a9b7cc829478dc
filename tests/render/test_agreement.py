"""`check` tells what `render` does: whatever happened to a folder, what is compared and what is written agree."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from heliostat.manifests.errors import ConfigurationError
from heliostat.render.compare import Departure, compare
from heliostat.render.standing import environments_in, standing_of
from heliostat.render.write import write_tree
from tests.render.disk import snapshot
from tests.render.trees import NEW, NOTHING, OLD, Files, prepared, stopped_write

PLACES = sorted(
    {path.as_posix() for file in (*OLD, *NEW) for path in (Path(file), *Path(file).parents)} - {"."}
    | {"mine", "queues/mine", ".heliostat", ".heliostat/journal", ".heliostat/old-0", ".heliostat/new-3", ".heliostat/mine"}
)


def put(make: Callable[[Path], object]) -> Callable[[Path], None]:
    """Put something where something may be."""

    def act(path: Path) -> None:
        remove(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)

    return act


def remove(path: Path) -> None:
    """Remove what is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


ACTS: Mapping[str, Callable[[Path], None]] = {
    "file": put(lambda path: path.write_text("edited: 1\n")),
    "remove": remove,
    "folder": put(Path.mkdir),
    "pipe": put(os.mkfifo),
    "link": put(lambda path: path.symlink_to("nowhere")),
}
trees = st.sampled_from([NOTHING, OLD, NEW])


@given(trees, trees, trees, st.integers(1, 60), st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(sorted(ACTS))), max_size=3))
@settings(deadline=None, max_examples=200)
def test_check_tells_what_render_does(before: Files, half: Files, after: Files, step: int, acts: list[tuple[str, str]]) -> None:
    """What render refuses is refused or in the way, in the same words; what it changes departs; it changes nothing else."""
    with TemporaryDirectory() as root:
        place = prepared(Path(root), before)
        stopped_write(place, half, step)
        for path, act in acts:
            with suppress(OSError):
                ACTS[act](place / path)
        if not after and not environments_in(place.parent):
            return
        half_written = os.path.lexists(place / ".heliostat/journal")
        found, told = checked(place, after)
        standing = files_of(place)
        refused = rendered(place, after)
        in_the_way = [f"{place}/{departure.path}: {departure.details[0]}" for departure in found if departure.state == "in the way"]

        assert (told or in_the_way) == refused
        if refused:
            assert half_written or files_of(place) == standing
        elif departing(found):
            assert departing(checked(place, after)[0]) == [] if after else environments_in(place.parent) == []
        else:
            assert files_of(place) == standing


def checked(place: Path, files: Files) -> tuple[list[Departure], list[str]]:
    """Compare, or give what is refused."""
    try:
        return compare(files, standing_of(place, files)), []
    except ConfigurationError as error:
        return [], error.message.splitlines()


def rendered(place: Path, files: Files) -> list[str]:
    """Write, and give what is refused."""
    try:
        write_tree(place, files)
    except ConfigurationError as error:
        return error.message.splitlines()
    return []


def departing(found: list[Departure]) -> list[Departure]:
    """Leave out what render leaves alone."""
    return [departure for departure in found if departure.state != "foreign"]


def files_of(place: Path) -> dict[str, bytes]:
    """Read what is no folder, of which an empty one may come or go, and not staged."""
    return {path: content for path, content in snapshot(place).items() if content is not None and not path.startswith(".heliostat/")}
