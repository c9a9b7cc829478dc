"""The index of out/ says what Heliostat wrote, and nothing else passes for one."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.out_index import IndexEntry, format_index, parse_index, parse_targets, sha256_of
from heliostat.manifests.waiver import Waiver

TARGETS = {"ray": "2.52.0", "kuberay": "1.7.0"}
HEADER = '{"heliostat": "index", "version": 1, "targets": {"kuberay": "1.7.0", "ray": "2.52.0"}}\n'
TRAIN = IndexEntry(
    "vision/vision/rayjob-train.yaml",
    ObjectRef("ray.io", "RayJob", "vision", "train"),
    sha256_of(b"kind: RayJob\n"),
    "train",
    (Waiver("gpu_without_toleration", "taints are gone", "vision", date(2027, 1, 31)),),
)
COHORT = IndexEntry("queues/_cluster/cohort-ml.yaml", ObjectRef("kueue.x-k8s.io", "Cohort", None, "ml"), sha256_of(b""), "ml")

texts = st.text(st.characters(exclude_categories=["Cs"]))
steps = st.from_regex(r"[a-z0-9_%-][a-z0-9._%-]{0,30}", fullmatch=True)
entries = st.builds(
    IndexEntry,
    path=st.lists(steps, min_size=2, max_size=4).map("/".join),
    object=st.builds(ObjectRef, texts, texts, st.none() | texts, texts),
    sha256=texts,
    construct=texts,
    waivers=st.lists(st.builds(Waiver, texts, texts, texts, st.dates())).map(tuple),
)


def test_format() -> None:
    """A header, then one line for each file, sorted by path, without what changes from run to run."""
    expected = (
        HEADER
        + '{"path": "queues/_cluster/cohort-ml.yaml", "object": {"group": "kueue.x-k8s.io", "kind": "Cohort", "namespace": null,'
        + f' "name": "ml"}}, "sha256": "{COHORT.sha256}", "construct": "ml", "waivers": []}}\n'
        + '{"path": "vision/vision/rayjob-train.yaml", "object": {"group": "ray.io", "kind": "RayJob", "namespace": "vision",'
        + f' "name": "train"}}, "sha256": "{TRAIN.sha256}", "construct": "train", "waivers": [{{"policy": "gpu_without_toleration",'
        + ' "reason": "taints are gone", "owner": "vision", "until": "2027-01-31"}]}\n'
    )

    assert format_index([TRAIN, COHORT], TARGETS) == format_index([COHORT, TRAIN], TARGETS) == expected


@given(st.lists(entries, unique_by=lambda entry: entry.path))
def test_read_back(some: list[IndexEntry]) -> None:
    """What is written is read back, whatever characters names and reasons hold."""
    assert parse_index(format_index(some, {}), "index") == {entry.path: entry for entry in some}


def test_merge_that_conflicts() -> None:
    """The lines of both sides count, of two for one file the later, so that all that both branches wrote stays known."""
    newer = IndexEntry(COHORT.path, COHORT.object, "0", "ml")
    header, cohort, train = format_index([COHORT, TRAIN], TARGETS).splitlines()
    _, other = format_index([newer], TARGETS).splitlines()
    text = "\n".join([header, "<<<<<<< HEAD", cohort, train, "||||||| 1a2b3c4", cohort, "=======", other, ">>>>>>> branch", ""])

    assert parse_index(text, "index") == {COHORT.path: newer, TRAIN.path: TRAIN}


def test_versions_that_conflict() -> None:
    """Where both sides of a merge changed the versions, the later ones count."""
    ours, theirs = (format_index([COHORT], {"ray": version}) for version in ("2.52.0", "2.55.1"))
    header, line = ours.splitlines()
    text = "\n".join(["<<<<<<< HEAD", header, "=======", theirs.splitlines()[0], ">>>>>>> branch", line, ""])

    assert parse_targets(ours, "index") == {"ray": "2.52.0"}
    assert parse_targets(text, "index") == {"ray": "2.55.1"}
    assert parse_index(text, "index") == {COHORT.path: COHORT}


def test_without_versions() -> None:
    """An index that was written before there were any in it is one all the same."""
    text = f'{{"heliostat": "index", "version": 1}}\n{LINE}\n'

    assert (parse_targets(text, "index"), parse_index(text, "index")) == ({}, {COHORT.path: COHORT})


LINE = format_index([COHORT], TARGETS).splitlines()[1]
WAIVER = '{"policy": "p", "reason": "r", "owner": "o", "until": "soon"}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1: is not JSON"),
        ("[]\n", ':1: is not the header {"heliostat": "index", "version": 1}'),
        ('{"heliostat": "index", "version": 2, "targets": {}}\n', ":1: is not the header"),
        ('{"heliostat": "index", "version": 1, "targets": []}\n', ":1: is not the header"),
        ('{"heliostat": "index", "version": 1, "targets": {"ray": 2}}\n', ":1: is not the header"),
        ('{"heliostat": "index", "version": 1, "targets": {}, "of": 1}\n', ":1: is not the header"),
        (HEADER + LINE + '\n{"heliostat": "index", "version": 2, "targets": {}}', ":3: is not the header"),
        (HEADER + "{", ":2: is not JSON"),
        (HEADER + LINE + "\n[]", ":3: is not a JSON object"),
        (HEADER + "[" * 100_000, ":2: is not JSON"),
        (HEADER + LINE.replace('"sha256"', '"sha512"'), ':2: has the unknown field "sha512"'),
        (HEADER + LINE.replace('"ml"}', '"ml", "uid": "1"}'), ':2: has the unknown field "uid"'),
        (HEADER + LINE.replace('"ml"}', "7}"), ':2: has no text in the field "name"'),
        (HEADER + LINE.replace('"waivers": []', '"waivers": null'), ':2: has no list in the field "waivers"'),
        (HEADER + LINE.replace('"waivers": []', '"waivers": [1]'), ":2: is not a JSON object"),
        (HEADER + LINE.replace("queues/_cluster", "../.."), ':2: has the path "../../cohort-ml.yaml"'),
        (HEADER + LINE.replace("queues/_cluster", "/etc"), ':2: has the path "/etc/cohort-ml.yaml"'),
        (HEADER + LINE.replace("queues/_cluster", ".heliostat"), ":2: has the path"),
        (HEADER + LINE.replace("queues/_cluster/", ""), ":2: has the path"),
        (HEADER + LINE.replace("queues", ".git"), ":2: has the path"),
        (HEADER + LINE.replace("_cluster", "\\ud800"), ':2: has the path "queues/\\ud800/cohort-ml.yaml", expected one below'),
        (HEADER + LINE.replace("_cluster", "\\u0000"), ':2: has the path "queues/\\u0000/cohort-ml.yaml"'),
        (HEADER + LINE.replace("_cluster", "x" * 256), f':2: has the path "queues/{"x" * 73}…", expected'.replace("…", "\\u2026")),
        (HEADER + LINE.replace('"sha256"', f'"{"x" * 1000}"'), f':2: has the unknown field "{"x" * 80}\\u2026"'),
        (HEADER + "1" * 5000, ":2: is not JSON"),
        (HEADER + LINE.replace('"waivers": []', f'"waivers": [{WAIVER}]'), ':2: has no date in the field "until"'),
        (HEADER + "<<<<<<< HEAD\n" + LINE + "\n{}", ":4: is not a JSON object"),
        ("=======", ":1: is not JSON"),
        ("<<<<<<< HEAD\n" + LINE, ":2: is not the header"),
    ],
)
def test_broken(text: str, message: str) -> None:
    """What is no index is refused with file and line, above all a path that leads elsewhere."""
    with pytest.raises(ConfigurationError) as refused:
        parse_index(text, "out/prod/heliostat.index")

    assert refused.value.message.startswith(f"out/prod/heliostat.index{message}")
    assert refused.value.hint is not None
