"""Findings as annotations of a pull request: workflow commands of GitHub Actions, of which a step shows ten of each severity.

Their syntax: GitHub, actions/toolkit, packages/core/src/command.ts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heliostat.lint.finding import Finding
from heliostat.lint.report import Report, told
from heliostat.lint.sources import STDIN
from heliostat.manifests.shown_value import one_line

_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def render(report: Report, texts: Mapping[str, str]) -> str:
    """Write a report as workflow commands, and the summary below them."""
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    for finding in report.findings:
        message = [told(finding), *([f"fix: {finding.fix.told}"] if finding.fix else [])]
        yield _command(finding.severity, _place(finding) | {"title": finding.policy}, *message)
    for crash in report.crashes:
        place = _file(crash.resource.place.file) | {"title": f"{crash.policy.id} failed"}
        yield _command("error", place, f"{crash.resource.label}: {crash.error}")
    if report.unchecked:
        yield _command("notice", {"title": "not checked, for want of a schema"}, ", ".join(report.unchecked))
    yield report.summary


def _command(name: str, properties: Mapping[str, str], *message: str) -> str:
    given = ",".join(f"{key}={one_line(value).translate(_PROPERTY)}" for key, value in properties.items())
    told = "\n".join(map(one_line, message)).translate(_DATA)
    return f"::{name} {given}::{told}"


def _place(finding: Finding) -> dict[str, str]:
    """Say where a finding is; GitHub shows an annotation below its last line, so that what spans several has its first alone."""
    at = finding.position
    place = _file(finding.file) | {"line": str(at.line), "col": str(at.column)}
    return place | {"endColumn": str(at.end_column)} if at.line == at.end_line else place


def _file(name: str) -> dict[str, str]:
    return {} if name == STDIN else {"file": name}
