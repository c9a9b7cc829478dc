"""Findings for people: a line for each that editors understand, the place in the file below it, and a summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

from heliostat.lint.engine import Crash
from heliostat.lint.finding import Finding
from heliostat.lint.formats.excerpt import blank, excerpt
from heliostat.lint.report import Report, told
from heliostat.manifests.shown_value import one_line

Tone: TypeAlias = Literal["error", "warning", "place", "quiet"]
Paint: TypeAlias = Callable[[str, Tone], str]

_CODES: Mapping[Tone, str] = {"error": "1;31", "warning": "1;33", "place": "1", "quiet": "2"}
"""Select Graphic Rendition of ECMA-48, which terminals take colours in."""


def render(report: Report, texts: Mapping[str, str]) -> str:
    """Tell a report in plain text."""
    return _render(report, texts, lambda text, _: text)


def render_coloured(report: Report, texts: Mapping[str, str]) -> str:
    """Tell a report to a terminal that shows colours."""
    return _render(report, texts, lambda text, tone: f"\x1b[{_CODES[tone]}m{text}\x1b[0m")


def _render(report: Report, texts: Mapping[str, str], paint: Paint) -> str:
    lines = {file: text.split("\n") for file, text in texts.items()}
    blocks = [list(_finding(finding, lines.get(finding.file, []), paint)) for finding in report.findings]
    blocks += [[_crash(crash, paint)] for crash in report.crashes]
    blocks.append([*_unchecked(report), report.summary])
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks)


def _finding(finding: Finding, lines: list[str], paint: Paint) -> Iterator[str]:
    place = f"{one_line(finding.file)}:{finding.position.line}:{finding.position.column}"
    label = paint(f"{finding.severity}[{one_line(finding.policy)}]", finding.severity)
    yield f"{paint(place, 'place')}: {label}: {one_line(told(finding))}"
    shown = excerpt(lines, finding.position)
    if shown is not None:
        number = str(finding.position.line)
        yield f"  {paint(f'{number} |', 'quiet')} {shown.line}"
        yield f"  {paint(f'{blank(number)} |', 'quiet')} {blank(shown.before)}{paint(shown.carets, finding.severity)}"
    if finding.fix is not None:
        yield f"  fix: {one_line(finding.fix.told)}"
    if finding.origin is not None:
        yield f"  made at {one_line(finding.origin)}"


def _crash(crash: Crash, paint: Paint) -> str:
    place, label = paint(one_line(crash.resource.place.file), "place"), paint(f"crash[{crash.policy.id}]", "error")
    return f"{place}: {label}: {one_line(f'{crash.resource.label}: the policy failed, and says nothing of it: {crash.error}')}"


def _unchecked(report: Report) -> Iterator[str]:
    if report.unchecked:
        yield f"not checked, for want of a schema: {one_line(', '.join(report.unchecked))}; `heliostat schemas import` takes one"
