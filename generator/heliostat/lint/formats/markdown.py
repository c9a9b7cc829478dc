"""Findings as the comment of a pull request: a summary, and a table as long as a comment may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import quote

from heliostat.lint.engine import Crash
from heliostat.lint.finding import Finding
from heliostat.lint.report import Report, counted
from heliostat.manifests.shown_value import one_line

MARK = "<!-- heliostat lint -->"
"""First line of the comment, by which the next run finds it to write it anew."""

_LONGEST = 60_000
"""Characters; GitHub takes 65,536 in a comment, and somebody may want to say something above the table."""

_TABLE = "| | where | object | what |\n|---|---|---|---|\n"
_ESCAPES = {character: f"&#{ord(character)};" for character in "&<>|\\`*_[]~:$"} | {each: f"{each}<!-- -->" for each in "@#"}
"""What Markdown would take for markup; people and issues that a text names are not told of it."""


def render(report: Report, texts: Mapping[str, str]) -> str:
    """Write a report as Markdown."""
    head, notes = f"{MARK}\n**heliostat lint**: {report.summary}\n", [*_notes(report)]
    rows = [*map(_crash, report.crashes), *map(_finding, report.findings)]
    fitting = _fitting(rows, _LONGEST - len(head) - sum(map(len, notes)))
    if len(fitting) < len(rows):
        notes.insert(0, f"and {len(rows) - len(fitting)} more\n")
    table = [f"{_TABLE}{''.join(fitting)}"] if fitting else []
    return "\n".join([head, *table, *notes])


def _fitting(rows: list[str], room: int) -> list[str]:
    fitting: list[str] = []
    for row in rows:
        room -= len(row)
        if room < 0:
            break
        fitting.append(row)
    return fitting


def _finding(finding: Finding) -> str:
    place = _code(f"{finding.file}:{finding.position.line}")
    policy = f"[{_code(finding.policy)}]({_address(finding.link)})" if finding.link else _code(finding.policy)
    fix = f"<br>fix: {_escaped(finding.fix.told)}" if finding.fix else ""
    return _row(finding.severity, place, _code(finding.object or ""), f"{_escaped(finding.message)} ({policy}){fix}")


def _crash(crash: Crash) -> str:
    place, name = _code(crash.resource.place.file), _code(crash.resource.label)
    return _row("crash", place, name, f"{_escaped(crash.error)} ({_code(crash.policy.id)})")


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def _notes(report: Report) -> Iterator[str]:
    if report.unchecked:
        kinds = ", ".join(map(_code, report.unchecked))
        yield f"{counted(len(report.unchecked), 'kind')} not checked, for want of a schema: {kinds}\n"


def _code(text: str) -> str:
    return f"<code>{_escaped(text)}</code>" if text else ""


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(each, each) for each in one_line(text))


def _address(link: str) -> str:
    """Keep an address together: what would end it, or the cell of the table, is spelled in hexadecimal."""
    return quote(link, safe="/:?#=&%;,+@~", errors="replace")
