"""What shows the results of tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from hypothesis import given

from heliostat.lint.formats.junit import render
from heliostat.lint.report import Report
from heliostat.manifests.shown_value import one_line
from tests.lint.reports import CLEAN, FULL, TEXTS, hostile_reports

TOLD = """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="heliostat lint" tests="6" failures="1" errors="1">
  <testsuite name="heliostat lint" tests="6" failures="1" errors="1" skipped="2">
    <testcase classname="heliostat lint" name="run"><system-out>1 error, 1 warning, 1 waived, 1 crash, 1 kind unchecked in 3 objects of \
1 file</system-out></testcase>
    <testcase classname="out/prod/train.yaml" name="ray_job_without_shutdown:4:1"><failure type="ray_job_without_shutdown" \
message="RayJob/vision/train: keeps its cluster when it is done, expected shutdownAfterJobFinishes: true">out/prod/train.yaml:4:1: error: \
RayJob/vision/train: keeps its cluster when it is done, expected shutdownAfterJobFinishes: true; fix: sets \
shutdownAfterJobFinishes</failure></testcase>
    <testcase classname="out/prod/train.yaml" name="head_without_memory:6:3"><system-out>out/prod/train.yaml:6:3: warning: \
RayJob/vision/train: asks for no memory</system-out></testcase>
    <testcase classname="out/prod/train.yaml" name="entrypoint_without_timeout:5:15"><skipped>waived until 2030-01-31 by vision: runs \
for weeks; out/prod/train.yaml:5:15: error: RayJob/vision/train: may run for ever</skipped></testcase>
    <testcase classname="out/prod/train.yaml" name="gpu_without_toleration"><error type="gpu_without_toleration" message="Pod//a: \
KeyError: 'spec'">Traceback &#8230;</error></testcase>
    <testcase classname="heliostat lint" name="Widget.example.com"><skipped>not checked, for want of a schema</skipped></testcase>
  </testsuite>
</testsuites>
"""


@dataclass(frozen=True)
class Shape:
    """What readers take of an element: attributes that must be there, those that may, and elements in it."""

    required: frozenset[str]
    optional: frozenset[str] = frozenset()
    children: frozenset[str] = frozenset()


OUTCOME = Shape(frozenset(), frozenset({"type", "message"}))
COUNTS = frozenset({"tests", "failures", "errors"})
SHAPES: Mapping[str, Shape] = {
    "testsuites": Shape(frozenset(), COUNTS | {"name", "time"}, frozenset({"testsuite"})),
    "testsuite": Shape(COUNTS | {"name"}, frozenset({"skipped", "time"}), frozenset({"properties", "testcase", "system-out"})),
    "testcase": Shape(frozenset({"name"}), frozenset({"classname", "time"}), frozenset({"failure", "error", "skipped", "system-out"})),
    "failure": OUTCOME,
    "error": OUTCOME,
    "skipped": Shape(frozenset()),
    "system-out": Shape(frozenset()),
}
"""The elements that are used here, as junit-4.xsd has them, which Jenkins published (dtkit-junit-model)."""


def check_shape(element: ET.Element) -> None:
    """Hold an element, and all in it, against `SHAPES`."""
    shape = SHAPES[element.tag]
    assert shape.required <= set(element.keys()) <= shape.required | shape.optional
    for child in element:
        assert child.tag in shape.children
        check_shape(child)


def test_a_report() -> None:
    """Errors failed, warnings passed with a word, what is waived or unchecked was skipped, a crash broke."""
    assert render(FULL, TEXTS) == TOLD


def test_nothing_to_tell() -> None:
    """A clean run is one test that passed, since readers take none for a fault."""
    suite = ET.fromstring(render(CLEAN, {}))[0]

    assert suite.attrib == {"name": "heliostat lint", "tests": "1", "failures": "0", "errors": "0", "skipped": "0"}
    assert suite.findtext("testcase/system-out") == CLEAN.summary


@given(hostile_reports())
def test_hostile_texts(given: tuple[Report, dict[str, str]]) -> None:
    """Whatever is told is well-formed XML of the shape that readers know, counts what is in it, and says what was meant."""
    report, texts = given
    root = ET.fromstring(render(report, texts))
    suite = root[0]
    failed = suite.find("testcase/failure")
    first = next(finding for finding in report.findings if finding.severity == "error")

    check_shape(root)
    assert int(suite.attrib["tests"]) == len(suite)
    for count, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert int(suite.attrib[count]) == len(suite.findall(f"testcase/{tag}"))
    assert failed is not None
    assert failed.attrib["message"] == one_line(f"{first.object}: {first.message}" if first.object else first.message)
