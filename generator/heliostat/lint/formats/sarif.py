"""Findings as SARIF 2.1.0 (OASIS, with errata 1), which code scanners exchange and GitHub shows as alerts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from urllib.parse import quote

from heliostat.lint.engine import Crash
from heliostat.lint.finding import Finding
from heliostat.lint.fingerprint import fingerprints
from heliostat.lint.formats.json import json_document
from heliostat.lint.page import Page
from heliostat.lint.report import Report, place_of, told
from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.shown_value import one_line
from heliostat.manifests.waiver import Waiver

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_FINGERPRINT = "heliostatFinding/v1"


def render(report: Report, texts: Mapping[str, str]) -> str:
    """Write a report as the log of one run; what is waived is in it as suppressed."""
    return json_document({"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(report, texts)]})


def _run(report: Report, texts: Mapping[str, str]) -> JsonObject:
    found: list[tuple[Finding, Waiver | None]] = [*((finding, None) for finding in report.findings), *report.waived]
    found.sort(key=lambda pair: place_of(pair[0]))
    prints = fingerprints((finding for finding, _ in found), texts)
    links = {finding.policy: finding.link for finding, _ in found if finding.link}
    rules: list[JsonValue] = [_rule(policy, report.pages.get(policy), links.get(policy)) for policy in report.policies]
    crashes: list[JsonValue] = [_notification(crash) for crash in report.crashes]
    crashes += [_unchecked(kind) for kind in report.unchecked]
    return {
        "tool": {"driver": {"name": "Heliostat", "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not report.crashes, "toolExecutionNotifications": crashes}],
        "results": [_result(*pair, fingerprint) for pair, fingerprint in zip(found, prints, strict=True)],
    }


def _rule(policy: str, page: Page | None, link: str | None) -> JsonObject:
    rule: JsonObject = {"id": policy}
    if page is not None:
        rule["shortDescription"] = {"text": page.title}
        rule["fullDescription"] = {"text": page.sections["What it flags"]}
        rule["help"] = {"text": page.text, "markdown": page.text}
    return rule if link is None else {**rule, "helpUri": quote(link, safe="/:?#=&%;,+@~", errors="replace")}


def _result(finding: Finding, waiver: Waiver | None, fingerprint: str) -> JsonObject:
    """Describe a finding.

    Every result says whether it is suppressed, since either all do or none (SARIF 2.1.0, 3.27.23).
    """
    at = finding.position
    region: JsonObject = {"startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column}
    location: JsonObject = {"physicalLocation": {"artifactLocation": _artifact(finding.file), "region": region}}
    if finding.object:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.object, "kind": "resource"}]
    return {
        "ruleId": finding.policy,
        "level": finding.severity,
        "message": _message(told(finding)),
        "locations": [location],
        "partialFingerprints": {_FINGERPRINT: fingerprint},
        "suppressions": [] if waiver is None else [_suppression(waiver)],
    }


def _suppression(waiver: Waiver) -> JsonObject:
    accepted = f"{waiver.reason} ({waiver.owner}, until {waiver.until})"
    return {"kind": "external", "status": "accepted", "justification": accepted}


def _notification(crash: Crash) -> JsonObject:
    return {
        "level": "error",
        "message": _message(f"{crash.resource.label}: the policy {crash.policy.id} failed, and says nothing of it: {crash.error}"),
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(crash.resource.place.file)}}],
        "associatedRule": {"id": crash.policy.id},
        "exception": {"message": one_line(crash.error)},
    }


def _unchecked(kind: str) -> JsonObject:
    return {"level": "warning", "message": _message(f"{kind} is not checked, for want of a schema")}


def _message(text: str) -> JsonObject:
    """Make a message of a text, in which nothing is a link (SARIF 2.1.0, 3.11.6)."""
    return {"text": one_line(text).replace("](", "]\\(")}


def _artifact(file: str) -> JsonObject:
    """Name a file by its address, which is relative where its name is."""
    path = PurePath(file)
    return {"uri": f"{'file://' if path.is_absolute() else ''}{quote(path.as_posix(), errors='surrogatepass')}"}
