"""What a run came to: in one order, everything once, and an exit code."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from heliostat.lint.policy import Severity
from heliostat.lint.report import Report
from heliostat.manifests.yaml_positions import Position
from tests.lint.reports import ACCEPTED, CLEAN, EMPTY, ENDLESS, FULL, WAIVER, crash


def test_findings_are_sorted() -> None:
    """By file, line, column and policy, whatever order they come in."""
    ordered = [
        replace(EMPTY, file="a.yaml", position=Position(9, 1, 9, 2)),
        replace(EMPTY, file="b.yaml", position=Position(2, 8, 2, 9)),
        replace(EMPTY, file="b.yaml", position=Position(10, 2, 10, 3), policy="z"),
        replace(EMPTY, file="b.yaml", position=Position(10, 10, 10, 11), policy="a"),
        replace(EMPTY, file="b.yaml", position=Position(10, 10, 10, 11), policy="b"),
    ]

    assert all(list(Report(given).findings) == ordered for given in permutations(ordered))


def test_everything_else_is_sorted() -> None:
    """Waived findings as others are, crashes by file and policy, kinds by name."""
    first, second = replace(ACCEPTED, file="a.yaml"), replace(ACCEPTED, file="b.yaml")
    crashes = [crash("b", "a.yaml"), crash("a", "b.yaml"), crash("b", "b.yaml")]
    report = Report(waived=[(second, WAIVER), (first, WAIVER)], crashes=crashes[::-1], unchecked=["b", "a"])

    assert [finding for finding, _ in report.waived] == [first, second]
    assert list(report.crashes) == crashes
    assert list(report.unchecked) == ["a", "b"]


def test_nothing_is_told_twice() -> None:
    """A finding that several paths through the linter came to is one; another message at the same place is another."""
    other = replace(EMPTY, message="asks for no CPU")
    report = Report([EMPTY, other, EMPTY], [(ACCEPTED, WAIVER)] * 2, [crash(), crash()], ["a", "a"])

    assert list(report.findings) == [other, EMPTY]
    assert (len(report.waived), len(report.crashes), list(report.unchecked)) == (1, 1, ["a"])


def test_numbers() -> None:
    """Errors and warnings are counted without those that somebody accepted."""
    assert (FULL.errors, FULL.warnings) == (1, 1)
    assert FULL.summary == "1 error, 1 warning, 1 waived, 1 crash, 1 kind unchecked in 3 objects of 1 file"
    assert CLEAN.summary == "0 errors, 0 warnings, 0 waived in 12 objects of 4 files"


def test_policies() -> None:
    """Every policy that the report speaks of is named once."""
    assert list(FULL.policies) == [
        "entrypoint_without_timeout",
        "gpu_without_toleration",
        "head_without_memory",
        "ray_job_without_shutdown",
    ]


@pytest.mark.parametrize(
    ("report", "fail_on", "code"),
    [
        (CLEAN, "error", 0),
        (CLEAN, "warning", 0),
        (Report([EMPTY]), "error", 0),
        (Report([EMPTY]), "warning", 1),
        (Report([ENDLESS]), "error", 1),
        (Report(waived=[(ACCEPTED, WAIVER)]), "warning", 0),
        (Report(unchecked=["Widget.example.com"]), "warning", 0),
        (Report(crashes=[crash()]), "error", 3),
        (FULL, "error", 3),
    ],
)
def test_exit_codes(report: Report, fail_on: Severity, code: int) -> None:
    """0 is clean, 1 has findings that count, 3 does not know it all, whatever else was found."""
    assert report.exit_code(fail_on) == code
