"""What stands in the comment of a pull request."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from markdown_it import MarkdownIt
from markdown_it.token import Token

from heliostat.lint.formats.markdown import MARK, render
from heliostat.lint.report import Report
from heliostat.manifests.shown_value import one_line
from tests.lint.reports import CLEAN, EMPTY, FULL, TEXTS, TRAIN, hostile_reports

TOLD = """\
<!-- heliostat lint -->
**heliostat lint**: 1 error, 1 warning, 1 waived, 1 crash, 1 kind unchecked in 3 objects of 1 file

| | where | object | what |
|---|---|---|---|
| crash | <code>out/prod/train.yaml</code> | <code>Pod//a</code> | KeyError&#58; 'spec' (<code>gpu&#95;without&#95;toleration</code>) |
| error | <code>out/prod/train.yaml&#58;4</code> | <code>RayJob/vision/train</code> | keeps its cluster when it is done, expected \
shutdownAfterJobFinishes&#58; true \
([<code>ray&#95;job&#95;without&#95;shutdown</code>](https://example.com/policies.md#ray_job_without_shutdown))<br>fix: sets \
shutdownAfterJobFinishes |
| warning | <code>out/prod/train.yaml&#58;6</code> | <code>RayJob/vision/train</code> | asks for no memory \
(<code>head&#95;without&#95;memory</code>) |

1 kind not checked, for want of a schema: <code>Widget.example.com</code>
"""


def test_a_report() -> None:
    """A summary, then crashes and findings in a table, each with its place, object, policy and fix."""
    assert render(FULL, TEXTS) == TOLD


def test_nothing_to_tell() -> None:
    """The comment says so, and can be found to be written anew."""
    assert render(CLEAN, {}) == f"{MARK}\n**heliostat lint**: 0 errors, 0 warnings, 0 waived in 12 objects of 4 files\n"


def test_more_than_a_comment_holds() -> None:
    """GitHub takes 65,536 characters: what does not fit is counted, and nothing is cut in two."""
    many = [replace(EMPTY, message=f"{number:04}{'|' * 100}") for number in range(1000)]
    told = render(Report(many, unchecked=["Widget.example.com"]), {})
    rows = [line for line in told.splitlines() if line.startswith("| warning")]

    assert 55_000 < len(told) < 65_536
    assert f"\nand {1000 - len(rows)} more\n" in told
    assert all(row.endswith("</code>) |") for row in rows)
    assert told.startswith(f"{MARK}\n**heliostat lint**: 0 errors, 1000 warnings")
    assert "Widget.example.com" in told


@pytest.mark.parametrize(
    "message",
    ["`a` ``b`` \\`", "a \\| b | c", "**a** _b_ ~~c~~ $d$", "[a](b) ![c](d)", "<b> &lt; <!-- -->", "https://example.com www.example.com"],
)
def test_markup_in_a_message(message: str) -> None:
    """What an author's texts hold is shown, and makes nothing of itself."""
    (_, row) = table(render(Report([replace(EMPTY, message=message)]), {}))

    assert row == ["warning", f"{EMPTY.file}:6", TRAIN, f"{message} ({EMPTY.policy})"]


def test_nobody_is_called() -> None:
    """People, teams and issues that a text names are not told of it: outside code, GitHub sees no name behind the sign."""
    told = render(Report([replace(EMPTY, message="asks @example/team about #12")]), {})

    assert "asks @<!-- -->example/team about #<!-- -->12 " in told


@given(hostile_reports())
def test_hostile_texts(given: tuple[Report, dict[str, str]]) -> None:
    """Rendered as GitHub does, the table has its rows and cells, messages read as they were meant, and nothing else is markup."""
    report, texts = given
    cells = table(render(report, texts))

    assert [len(row) for row in cells] == [4] * (1 + len(report.crashes) + len(report.findings))
    for finding, row in zip(report.findings, cells[2:], strict=True):
        fix = f"fix: {one_line(finding.fix.told)}" if finding.fix else ""
        assert row[0] == finding.severity
        assert flat(row[3]) == flat(f"{one_line(finding.message)} ({finding.policy}){fix}")


def table(text: str) -> list[list[str]]:
    """Read the rows of the table in a text: what its reader sees in each cell."""
    tokens = MarkdownIt("commonmark", {"linkify": False}).enable("table").parse(text)
    rows: list[list[str]] = []
    for before, token in pairwise(tokens):
        if before.type == "tr_open":
            rows.append([])
        if before.type in ("td_open", "th_open"):
            rows[-1].append("".join(map(seen, token.children or [])))
    return rows


def seen(token: Token) -> str:
    """Say what a reader sees of an inline token; fails for what nobody wrote."""
    if token.type == "html_inline":
        assert token.content in ("<code>", "</code>", "<br>", "<!-- -->")
        return ""
    assert token.type in ("text", "text_special", "link_open", "link_close")
    return token.content


def flat(text: str) -> str:
    """Leave out the space, which Markdown trims."""
    return re.sub(r"\s+", "", text)
