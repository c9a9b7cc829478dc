"""What people read in a terminal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from heliostat.lint.formats import text
from heliostat.lint.report import Report
from heliostat.manifests.yaml_positions import Position
from tests.lint.reports import CLEAN, EMPTY, ENDLESS, FILE, FULL, TEXTS, hostile_reports

TOLD = """\
out/prod/train.yaml:4:1: error[ray_job_without_shutdown]: RayJob/vision/train: keeps its cluster when it is done, expected \
shutdownAfterJobFinishes: true
  4 | spec:
    | ^^^^
  fix: sets shutdownAfterJobFinishes
  made at environments/prod.py:12

out/prod/train.yaml:6:3: warning[head_without_memory]: RayJob/vision/train: asks for no memory
  6 |   rayClusterSpec:
    |   ^^^^^^^^^^^^^^^

out/prod/train.yaml: crash[gpu_without_toleration]: Pod//a: the policy failed, and says nothing of it: KeyError: 'spec'

not checked, for want of a schema: Widget.example.com; `heliostat schemas import` takes one
1 error, 1 warning, 1 waived, 1 crash, 1 kind unchecked in 3 objects of 1 file
"""

COLOURED = """\
\x1b[1mout/prod/train.yaml:6:3\x1b[0m: \x1b[1;33mwarning[head_without_memory]\x1b[0m: RayJob/vision/train: asks for no memory
  \x1b[2m6 |\x1b[0m   rayClusterSpec:
  \x1b[2m  |\x1b[0m   \x1b[1;33m^^^^^^^^^^^^^^^\x1b[0m

0 errors, 1 warning, 0 waived in 0 objects of 0 files
"""


def test_a_report() -> None:
    """Place, severity, policy, object and message stand on one line; the offending line, fix and origin below it; all in numbers last."""
    assert text.render(FULL, TEXTS) == TOLD


def test_nothing_to_tell() -> None:
    """The summary is there whatever was found, in one form."""
    assert text.render(CLEAN, {}) == "0 errors, 0 warnings, 0 waived in 12 objects of 4 files\n"


def test_colours() -> None:
    """A terminal is given the same words, in colours that end where they should."""
    assert text.render_coloured(Report([EMPTY]), TEXTS) == COLOURED


def test_colours_change_no_word() -> None:
    """Without its colours, what a terminal is given is the plain text."""
    coloured = text.render_coloured(FULL, TEXTS)
    for code in ("0", "1", "2", "1;31", "1;33"):
        coloured = coloured.replace(f"\x1b[{code}m", "")

    assert coloured == TOLD


@pytest.mark.parametrize("texts", [{}, {FILE: ""}, {FILE: "a\nb"}])
def test_without_the_line(texts: dict[str, str]) -> None:
    """Where the file is not at hand, or has no such line, the rest is told."""
    bare = replace(ENDLESS, fix=None, origin=None, object=None, position=Position(4, 1, 4, 5))

    assert text.render(Report([bare]), texts) == (
        "out/prod/train.yaml:4:1: error[ray_job_without_shutdown]: keeps its cluster when it is done, expected"
        " shutdownAfterJobFinishes: true\n\n1 error, 0 warnings, 0 waived in 0 objects of 0 files\n"
    )


@given(hostile_reports())
def test_hostile_texts(given: tuple[Report, dict[str, str]]) -> None:
    """No text moves the cursor, changes the direction of writing or makes up a line; no line is longer than people can bear."""
    report, texts = given
    lines = text.render(report, texts).splitlines()
    there = {file: len(content.split("\n")) for file, content in texts.items()}
    of_findings = [
        1 + 2 * (each.position.line <= there[each.file]) + (each.fix is not None) + (each.origin is not None) for each in report.findings
    ]

    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines)) < 30_000
    assert len(lines) == sum(of_findings) + len(report.findings) + len(["crash", "", "unchecked", "summary"])
