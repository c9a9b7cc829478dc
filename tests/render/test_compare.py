"""Each file of out/ that is not what it should be is named, with what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.out_index import INDEX_NAME, IndexEntry, sha256_of
from heliostat.render.compare import WHOLE, Departure, State, compare
from heliostat.render.plan import Change, Obstacle, Plan
from heliostat.render.settle import Remains
from heliostat.render.standing import Standing

PATH = "app/ns/raycluster-train.yaml"
RENDERED = "kind: RayCluster\nspec:\n  workerGroupSpecs:\n    - groupName: a100\n      replicas: 8\n"
OLDER = RENDERED.replace("8", "4")
CLEAN = Remains(half_written=False, restored={}, removed=set(), made=[], leftovers=None)


def standing(
    *changes: Change,
    obstacles: Sequence[Obstacle] = (),
    others: Sequence[str] = (),
    written: Mapping[str, str] = {},
    remains: Remains = CLEAN,
    unchanged: int = 1,
) -> Standing:
    """A folder with what is to be changed, and the texts that an earlier write left, as its index says."""
    index = {
        path: IndexEntry(path, ObjectRef("ray.io", "RayCluster", "ns", "x"), sha256_of(text.encode()), "x")
        for path, text in written.items()
    }
    return Standing(remains, Plan(changes, unchanged, obstacles, index), others)


def departures(before: bytes, *, rendered: str | None = RENDERED, written: str = OLDER) -> list[Departure]:
    """Compare one file: as it stands, as it is rendered, and as it was written."""
    change = Change(PATH, before, rendered.encode() if rendered is not None else None)
    return compare({INDEX_NAME: ""}, standing(change, written={PATH: written}))


@pytest.mark.parametrize(
    ("before", "rendered", "written", "state", "details"),
    [
        pytest.param(OLDER, RENDERED, OLDER, "stale", ("spec.workerGroupSpecs[a100].replicas: 4 -> 8",), id="older"),
        pytest.param(OLDER, RENDERED, RENDERED, "hand-edited", ("spec.workerGroupSpecs[a100].replicas: 4 -> 8",), id="edited"),
        pytest.param(OLDER, None, OLDER, "stale", ("is no longer rendered",), id="left over"),
        pytest.param(OLDER, None, RENDERED, "hand-edited", ("is no longer rendered",), id="left over and edited"),
        pytest.param("a: [\n", RENDERED, RENDERED, "hand-edited", ("cannot be read: line 2: is not YAML: did",), id="no YAML"),
        pytest.param(
            f"# note\n{RENDERED}", RENDERED, RENDERED, "hand-edited", ("has the same values, written in another way",), id="a comment"
        ),
        pytest.param("[]\n", RENDERED, RENDERED, "hand-edited", (": [] -> {",), id="no object"),
    ],
)
def test_states(before: str, rendered: str | None, written: str, state: State, details: tuple[str, ...]) -> None:
    """What the index says that was written tells an older file from an edited one."""
    (found,) = departures(before.encode(), rendered=rendered, written=written)

    assert (found.path, found.state) == (PATH, state)
    assert len(found.details) == len(details)
    assert all(told.startswith(expected) for told, expected in zip(found.details, details, strict=True))


def test_nothing_departs() -> None:
    """Where nothing is to be done nothing is named."""
    assert compare({INDEX_NAME: ""}, standing()) == []


def test_missing() -> None:
    """A file that is rendered and not there is missing."""
    assert compare({INDEX_NAME: ""}, standing(Change(PATH, None, b""))) == [Departure(PATH, "missing")]


@pytest.mark.parametrize(
    "there", [None, standing(Change(PATH, None, b""), Change(INDEX_NAME, None, b""), unchanged=0)], ids=["none", "empty"]
)
def test_nothing_there(there: Standing | None) -> None:
    """A folder that is not there, or holds nothing, is missing as a whole."""
    assert compare({INDEX_NAME: ""}, there) == [Departure(WHOLE, "missing")]


def test_gone() -> None:
    """Of an environment that is gone the whole folder is stale, and what is lost or stays with it is named."""
    changes = [Change("a/n/kept", b"", None), Change("a/n/edited", b"edited", None), Change(INDEX_NAME, b"", None)]
    found = compare({}, standing(*changes, written={"a/n/kept": "", "a/n/edited": ""}, others=["a/mine"], unchanged=0))

    assert found == [
        Departure(WHOLE, "stale", ("there is no such environment",)),
        Departure("a/mine", "foreign"),
        Departure("a/n/edited", "hand-edited", ("is no longer rendered",)),
    ]


def test_half_written() -> None:
    """A folder in the middle of a write is said to be, and compared as it will be without it."""
    found = compare({INDEX_NAME: ""}, standing(Change(PATH, None, b""), remains=replace(CLEAN, half_written=True, leftovers=set())))

    assert found == [
        Departure(WHOLE, "half-written", ("a render was interrupted, and the next one puts it in order",)),
        Departure(PATH, "missing"),
    ]


def test_left_over() -> None:
    """What is left in the staging folder, were it the folder alone, is what the next render changes."""
    found = compare({INDEX_NAME: ""}, standing(remains=replace(CLEAN, leftovers=set())))

    assert found == [Departure(".heliostat", "left over", ("a render was interrupted, and the next one clears it away",))]


def test_in_the_way() -> None:
    """What render would refuse is told in its words."""
    found = compare({INDEX_NAME: ""}, standing(obstacles=[Obstacle("app", "is not a folder")]))

    assert found == [Departure("app", "in the way", ("is not a folder",))]


def test_foreign() -> None:
    """What is not Heliostat's is named."""
    assert compare({INDEX_NAME: ""}, standing(others=[PATH])) == [Departure(PATH, "foreign")]


def test_not_text() -> None:
    """Bytes that are no text are said to be unreadable."""
    (found,) = departures(b"\xff\xfe")

    assert found.details[0].startswith("cannot be read: 'utf-8' codec")


def test_index() -> None:
    """The index itself goes stale when only it would change."""
    found = compare({INDEX_NAME: "new"}, standing(Change(INDEX_NAME, b"old", b"new")))

    assert found == [Departure(INDEX_NAME, "stale", ("does not list what is rendered",))]


def test_details_are_bounded() -> None:
    """A file that differs everywhere does not flood the terminal."""
    rendered = "".join(f"k{number}: 1\n" for number in range(20))
    (found,) = departures(rendered.replace("1\n", "2\n").encode(), rendered=rendered)

    assert found.details[-1] == "and 12 more"
    assert len(found.details) == 9


def test_secrets_are_not_shown() -> None:
    """What a Secret holds is told by its key alone."""
    rendered = "kind: Secret\nmetadata:\n  name: x\nstringData:\n  password: new\n"
    (found,) = departures(rendered.replace("new", "old").replace("name: x", "name: z").encode(), rendered=rendered)

    assert found.details == ('metadata.name: "z" -> "x"', 'stringData.password: "…" -> "…"')


def test_order() -> None:
    """Departures come sorted by path."""
    found = compare({INDEX_NAME: ""}, standing(Change("b/n/x", None, b""), Change("a/n/x", None, b""), others=["c/n/x"]))

    assert [departure.path for departure in found] == ["a/n/x", "b/n/x", "c/n/x"]
