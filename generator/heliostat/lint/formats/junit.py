"""Findings as the results of tests, for what shows those: errors failed, warnings passed, what is waived was skipped.

There is no standard: the elements and attributes are those of junit-4.xsd, which Jenkins published (dtkit-junit-model), and on which all
readers agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heliostat.lint.engine import Crash
from heliostat.lint.finding import Finding
from heliostat.lint.report import Report, told
from heliostat.manifests.shown_value import one_line
from heliostat.manifests.waiver import Waiver

_NAME = "heliostat lint"
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def render(report: Report, texts: Mapping[str, str]) -> str:
    """Write a report as one test suite: a case for each finding, and one for the run."""
    cases = [*_cases(report)]
    counts = {"tests": len(cases), "failures": report.errors, "errors": len(report.crashes)}
    numbers = "".join(f' {key}="{count}"' for key, count in counts.items())
    skipped = len(report.waived) + len(report.unchecked)
    return "".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>\n',
            f'<testsuites name="{_NAME}"{numbers}>\n',
            f'  <testsuite name="{_NAME}"{numbers} skipped="{skipped}">\n',
            *cases,
            "  </testsuite>\n",
            "</testsuites>\n",
        )
    )


def _cases(report: Report) -> Iterator[str]:
    yield _case(_NAME, "run", f"<system-out>{_escaped(report.summary)}</system-out>")
    for finding in report.findings:
        yield _of_finding(finding, _problem(finding))
    for finding, waiver in report.waived:
        yield _of_finding(finding, f"<skipped>{_escaped(f'{_accepted(waiver)}; {_details(finding)}')}</skipped>")
    for crash in report.crashes:
        yield _of_crash(crash)
    for kind in report.unchecked:
        yield _case(_NAME, kind, "<skipped>not checked, for want of a schema</skipped>")


def _of_finding(finding: Finding, outcome: str) -> str:
    return _case(finding.file, f"{finding.policy}:{finding.position.line}:{finding.position.column}", outcome)


def _problem(finding: Finding) -> str:
    if finding.severity == "warning":
        return f"<system-out>{_escaped(_details(finding))}</system-out>"
    return f"<failure{_attributes(type=finding.policy, message=told(finding))}>{_escaped(_details(finding))}</failure>"


def _of_crash(crash: Crash) -> str:
    attributes = _attributes(type=crash.policy.id, message=f"{crash.resource.label}: {crash.error}")
    return _case(crash.resource.place.file, crash.policy.id, f"<error{attributes}>{_escaped(crash.traceback, lines=True)}</error>")


def _details(finding: Finding) -> str:
    place = f"{finding.file}:{finding.position.line}:{finding.position.column}"
    fix = f"; fix: {finding.fix.told}" if finding.fix else ""
    return f"{place}: {finding.severity}: {told(finding)}{fix}"


def _accepted(waiver: Waiver) -> str:
    return f"waived until {waiver.until} by {waiver.owner}: {waiver.reason}"


def _case(classname: str, name: str, outcome: str) -> str:
    return f"    <testcase{_attributes(classname=classname, name=name)}>{outcome}</testcase>\n"


def _attributes(**attributes: str) -> str:
    return "".join(f' {key}="{_escaped(value)}"' for key, value in attributes.items())


def _escaped(text: str, *, lines: bool = False) -> str:
    """Escape what XML 1.0 reads as markup, or does not allow at all, and all that is not ASCII."""
    shown = "\n".join(map(one_line, text.split("\n"))) if lines else one_line(text)
    return shown.translate(_ESCAPES).encode("ascii", "xmlcharrefreplace").decode("ascii")
