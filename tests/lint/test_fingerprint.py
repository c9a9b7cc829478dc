"""What a finding is recognised by."""

from __future__ import annotations

from dataclasses import replace

from heliostat.lint.fingerprint import fingerprints
from heliostat.manifests.yaml_positions import Position
from tests.lint.reports import EMPTY, ENDLESS, FILE, TEXTS

UNREADABLE = replace(EMPTY, object=None, path=(), policy="unreadable_file", position=Position(2, 1, 2, 2))


def test_what_tells_findings_apart() -> None:
    """The policy, the object and the path in it do; line, message and severity do not."""
    others = [
        replace(EMPTY, policy="other"),
        replace(EMPTY, object="RayJob/vision/other"),
        replace(EMPTY, path=("spec",)),
    ]
    same = [replace(EMPTY, position=Position(9, 9, 9, 9)), replace(EMPTY, message="asks for nothing"), replace(EMPTY, severity="error")]
    (mine,) = fingerprints([EMPTY], TEXTS)

    assert all(fingerprints([each], TEXTS) == [mine] for each in same)
    assert len({mine, *fingerprints(others, TEXTS)}) == 4


def test_two_that_agree_are_numbered() -> None:
    """Two objects of one name in a file have findings of their own; in two files each is the first."""
    twice = fingerprints([EMPTY, ENDLESS, EMPTY, replace(EMPTY, file="b.yaml")], TEXTS)

    assert [each.rpartition(":")[2] for each in twice] == ["1", "1", "2", "1"]
    assert len({each.rpartition(":")[0] for each in twice}) == 2


def test_what_is_about_no_object() -> None:
    """The text of the line tells, wherever it stands and however it is indented."""
    (first,) = fingerprints([UNREADABLE], {FILE: "a: 1\nb: [\n"})
    (moved,) = fingerprints([replace(UNREADABLE, position=Position(4, 3, 4, 4))], {FILE: "\n\n\n  b: [\n"})
    (changed,) = fingerprints([UNREADABLE], {FILE: "a: 1\nb: {\n"})

    assert first == moved
    assert first != changed


def test_a_line_that_is_not_at_hand() -> None:
    """A file that is missing, or shorter, has a finding all the same."""
    assert fingerprints([UNREADABLE], {}) == fingerprints([UNREADABLE], {FILE: ""})
