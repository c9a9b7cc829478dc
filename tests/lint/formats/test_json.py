"""What programs read."""

from __future__ import annotations

import json

from hypothesis import given

from heliostat.lint.formats.json import render
from heliostat.lint.report import Report
from tests.lint.reports import CLEAN, FULL, TEXTS, hostile_reports

TOLD = """\
{
  "findings": [
    {
      "policy": "ray_job_without_shutdown",
      "severity": "error",
      "message": "keeps its cluster when it is done, expected shutdownAfterJobFinishes: true",
      "object": "RayJob/vision/train",
      "path": "spec.shutdownAfterJobFinishes",
      "file": "out/prod/train.yaml",
      "line": 4,
      "column": 1,
      "origin": "environments/prod.py:12",
      "fix": "sets shutdownAfterJobFinishes",
      "link": "https://example.com/policies.md#ray_job_without_shutdown"
    },
    {
      "policy": "head_without_memory",
      "severity": "warning",
      "message": "asks for no memory",
      "object": "RayJob/vision/train",
      "path": "spec.rayClusterSpec.headGroupSpec.template",
      "file": "out/prod/train.yaml",
      "line": 6,
      "column": 3,
      "origin": null,
      "fix": null,
      "link": null
    }
  ],
  "summary": {
    "errors": 1,
    "warnings": 1,
    "waived": 1,
    "objects": 3,
    "files": 1
  }
}
"""


def test_a_report() -> None:
    """Every finding has every field, in one order; numbers stand in the summary."""
    assert render(FULL, TEXTS) == TOLD


def test_nothing_to_tell() -> None:
    """A document without findings is one all the same."""
    summary = {"errors": 0, "warnings": 0, "waived": 0, "objects": 12, "files": 4}

    assert json.loads(render(CLEAN, {})) == {"findings": [], "summary": summary}


@given(hostile_reports())
def test_hostile_texts(given: tuple[Report, dict[str, str]]) -> None:
    """Texts come back as they were, but for halves of surrogate pairs, which strict readers refuse; the document itself is ASCII."""
    report, texts = given
    document = render(report, texts)
    told = [(each["message"], each["object"], each["file"]) for each in json.loads(document)["findings"]]

    assert document.isascii()
    assert told == [(paired(each.message), each.object and paired(each.object), paired(each.file)) for each in report.findings]


def paired(text: str) -> str:
    """Put U+FFFD in the place of each half of a surrogate pair."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
