"""Each file of out/ that is not what it should be is named, with what differs."""

from __future__ import annotations

import pytest

from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.out_index import INDEX_NAME, IndexEntry, sha256_of
from heliostat.render.compare import WHOLE, Departure, State, compare
from heliostat.render.standing import Standing

PATH = "app/ns/raycluster-train.yaml"
RENDERED = "kind: RayCluster\nspec:\n  workerGroupSpecs:\n    - groupName: a100\n      replicas: 8\n"
OLDER = RENDERED.replace("8", "4")


def departures(standing: bytes | None, *, rendered: str | None = RENDERED, written: str | None = OLDER) -> list[Departure]:
    """Compare one file: as it stands, as it is rendered, and as the index says that it was written."""
    entry = IndexEntry(PATH, ObjectRef("ray.io", "RayCluster", "ns", "train"), sha256_of((written or "").encode()), "train")
    files = {PATH: rendered} if rendered is not None else {}
    return compare({INDEX_NAME: "", **files}, Standing({INDEX_NAME: b"", PATH: standing}, {PATH: entry} if written is not None else {}))


@pytest.mark.parametrize(
    ("standing", "rendered", "written", "state", "details"),
    [
        pytest.param(OLDER, RENDERED, OLDER, "stale", ("spec.workerGroupSpecs[a100].replicas: 4 -> 8",), id="older"),
        pytest.param(OLDER, RENDERED, RENDERED, "hand-edited", ("spec.workerGroupSpecs[a100].replicas: 4 -> 8",), id="edited"),
        pytest.param(OLDER, None, OLDER, "stale", ("is no longer rendered",), id="left over"),
        pytest.param(OLDER, None, RENDERED, "hand-edited", ("is no longer rendered",), id="left over and edited"),
        pytest.param(OLDER, RENDERED, None, "foreign", ("stands where an object is rendered",), id="in the way"),
        pytest.param(OLDER, None, None, "foreign", (), id="nobody's"),
        pytest.param(
            "a: [\n", RENDERED, RENDERED, "hand-edited", ("is not readable YAML: line 2: did not find expected node content",), id="no YAML"
        ),
        pytest.param(
            f"# note\n{RENDERED}", RENDERED, RENDERED, "hand-edited", ("has the same values, written in another way",), id="a comment"
        ),
        pytest.param("[]\n", RENDERED, RENDERED, "hand-edited", (": [] -> {",), id="no object"),
    ],
)
def test_states(standing: str, rendered: str | None, written: str | None, state: State, details: tuple[str, ...]) -> None:
    """What the index says that was written tells an older file from an edited one, and ours from foreign ones."""
    (found,) = departures(standing.encode(), rendered=rendered, written=written)

    assert (found.path, found.state) == (PATH, state)
    assert len(found.details) == len(details)
    assert all(told.startswith(expected) for told, expected in zip(found.details, details, strict=True))


def test_nothing_departs() -> None:
    """A file that is what is rendered is not named, whatever the index says of it."""
    assert departures(RENDERED.encode()) == []


def test_missing() -> None:
    """A file that is rendered and not there is missing."""
    assert compare({PATH: RENDERED, INDEX_NAME: ""}, Standing({INDEX_NAME: b""})) == [Departure(PATH, "missing", ())]


def test_nothing_there() -> None:
    """A folder that was never rendered is missing as a whole."""
    assert compare({PATH: RENDERED, INDEX_NAME: ""}, Standing()) == [Departure(WHOLE, "missing", ())]


def test_gone() -> None:
    """Of an environment that is gone the whole folder is stale."""
    assert compare({}, Standing({PATH: b"", INDEX_NAME: b""})) == [Departure(WHOLE, "stale", ("there is no such environment",))]


def test_half_written() -> None:
    """A folder in the middle of a write says nothing of its files."""
    (found,) = compare({PATH: RENDERED}, Standing({PATH: b""}, half_written=True))

    assert (found.path, found.state) == (WHOLE, "half-written")


def test_not_a_file() -> None:
    """A link or a folder in the place of a file is foreign."""
    assert departures(None) == [Departure(PATH, "foreign", ("is not a file",))]


def test_not_text() -> None:
    """Bytes that are no text are said to be unreadable."""
    (found,) = departures(b"\xff\xfe")

    assert found.details[0].startswith("is not readable YAML: 'utf-8' codec")


def test_index() -> None:
    """The index itself goes stale when only it would change."""
    assert compare({INDEX_NAME: "new"}, Standing({INDEX_NAME: b"old"})) == [
        Departure(INDEX_NAME, "stale", ("does not list what is rendered",))
    ]


def test_details_are_bounded() -> None:
    """A file that differs everywhere does not flood the terminal."""
    rendered = "".join(f"k{number}: 1\n" for number in range(20))
    (found,) = departures(rendered.replace("1\n", "2\n").encode(), rendered=rendered)

    assert found.details[-1] == "and 12 more"
    assert len(found.details) == 9


def test_secrets_are_not_shown() -> None:
    """What a Secret holds is told by its key alone."""
    rendered = "kind: Secret\nmetadata:\n  name: x\nstringData:\n  password: new\n"
    (found,) = departures(rendered.replace("new", "old").replace("name: x", "name: y").encode(), rendered=rendered)

    assert found.details == ('metadata.name: "y" -> "x"', 'stringData.password: "…" -> "…"')


def test_order() -> None:
    """Departures come sorted by path."""
    found = compare({"b/n/x": "", "a/n/x": ""}, Standing({"c/n/x": b""}))

    assert [departure.path for departure in found] == ["a/n/x", "b/n/x", "c/n/x"]
