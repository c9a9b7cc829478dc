"""Findings for programs: one JSON document, in ASCII, whatever a terminal or a file makes of other characters."""

from __future__ import annotations

import json
from collections.abc import Mapping

from heliostat.lint.finding import Finding
from heliostat.lint.report import Report
from heliostat.manifests.json_value import JsonObject, JsonValue, show_path


def render(report: Report, texts: Mapping[str, str]) -> str:
    """Write a report as `{"findings": […], "summary": {…}}`."""
    return json_document(
        {
            "findings": [_finding(finding) for finding in report.findings],
            "summary": {
                "errors": report.errors,
                "warnings": report.warnings,
                "waived": len(report.waived),
                "objects": report.objects,
                "files": report.files,
            },
        }
    )


def json_document(document: JsonObject) -> str:
    """Write a document that every reader of JSON takes: half of a surrogate pair, which some refuse, becomes U+FFFD."""
    return f"{json.dumps(_paired(document), indent=2)}\n"


def _paired(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_paired(item) for item in value]
    return {key: _paired(item) for key, item in value.items()} if isinstance(value, dict) else value


def _finding(finding: Finding) -> JsonValue:
    return {
        "policy": finding.policy,
        "severity": finding.severity,
        "message": finding.message,
        "object": finding.object,
        "path": show_path(finding.path),
        "file": finding.file,
        "line": finding.position.line,
        "column": finding.position.column,
        "origin": finding.origin,
        "fix": finding.fix.told if finding.fix else None,
        "link": finding.link,
    }
