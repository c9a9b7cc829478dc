"""What GitHub Actions makes annotations of."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given

from heliostat.lint.formats.github import render
from heliostat.lint.report import Report
from heliostat.lint.sources import STDIN
from heliostat.manifests.shown_value import one_line
from tests.lint.reports import CLEAN, EMPTY, FULL, TEXTS, hostile_reports

TOLD = """\
::error file=out/prod/train.yaml,line=4,col=1,endColumn=5,title=ray_job_without_shutdown::RayJob/vision/train: keeps its cluster when \
it is done, expected shutdownAfterJobFinishes: true%0Afix: sets shutdownAfterJobFinishes
::warning file=out/prod/train.yaml,line=6,col=3,title=head_without_memory::RayJob/vision/train: asks for no memory
::error file=out/prod/train.yaml,title=gpu_without_toleration failed::Pod//a: KeyError: 'spec'
::notice title=not checked%2C for want of a schema::Widget.example.com
1 error, 1 warning, 1 waived, 1 crash, 1 kind unchecked in 3 objects of 1 file
"""


def test_a_report() -> None:
    """An annotation for each finding at its first line, for each crash, and for what was not checked."""
    assert render(FULL, TEXTS) == TOLD


def test_nothing_to_tell() -> None:
    """The log shows the summary."""
    assert render(CLEAN, {}) == "0 errors, 0 warnings, 0 waived in 12 objects of 4 files\n"


def test_what_was_piped_in() -> None:
    """An annotation names no file where there is none."""
    assert render(Report([replace(EMPTY, file=STDIN)]), {}).startswith("::warning line=6,col=3,title=head_without_memory::RayJob/")


@given(hostile_reports())
def test_hostile_texts(given: tuple[Report, dict[str, str]]) -> None:
    """The runner reads as many commands as were meant, and in each the properties and the message that were."""
    report, texts = given
    lines = render(report, texts).split("\n")
    commands = [line for line in lines if line.startswith("::")]
    first = report.findings[0]
    properties, message = read(commands[0])

    assert len(lines) == len(commands) + 2
    assert len(commands) == len(report.findings) + 2
    assert properties["file"] == one_line(first.file)
    assert message.split("\n")[0] == one_line(f"{first.object}: {first.message}" if first.object else first.message)


def read(command: str) -> tuple[dict[str, str], str]:
    """Read a command as the runner does: properties up to the second `::`, separated by commas, and the message behind it."""
    found = re.fullmatch(r"::[a-z]+ (.*?)::(.*)", command)
    assert found is not None
    given = dict(each.split("=", 1) for each in found[1].split(","))
    return {key: unescaped(value) for key, value in given.items()}, unescaped(found[2])


def unescaped(text: str) -> str:
    """Take back what escapes a property or a message."""
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, character)
    return text
