"""A small report with one of everything, the texts it is about, and what a hostile author writes."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from hypothesis import strategies as st

from heliostat.lint.engine import Crash
from heliostat.lint.finding import Finding
from heliostat.lint.page import HEADINGS, Page
from heliostat.lint.policy import Edit, Fix, Policy, Terms
from heliostat.lint.report import Report
from heliostat.lint.resource import Place, Resource
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.waiver import Waiver
from heliostat.manifests.yaml_positions import Position

FILE = "out/prod/train.yaml"
LINES = (
    "apiVersion: ray.io/v1",
    "kind: RayJob",
    "metadata: {name: train, namespace: vision}",
    "spec:",
    "  entrypoint: python train.py",
    "  rayClusterSpec:",
    "    headGroupSpec: {}",
)
TEXTS = {FILE: "".join(f"{line}\n" for line in LINES)}
TRAIN = "RayJob/vision/train"

ENDLESS = Finding(
    policy="ray_job_without_shutdown",
    severity="error",
    message="keeps its cluster when it is done, expected shutdownAfterJobFinishes: true",
    object=TRAIN,
    path=("spec", "shutdownAfterJobFinishes"),
    file=FILE,
    position=Position(4, 1, 4, 5),
    origin="environments/prod.py:12",
    fix=Fix("sets shutdownAfterJobFinishes", (Edit(("spec", "shutdownAfterJobFinishes"), True),)),
    link="https://example.com/policies.md#ray_job_without_shutdown",
)
EMPTY = Finding(
    policy="head_without_memory",
    severity="warning",
    message="asks for no memory",
    object=TRAIN,
    path=("spec", "rayClusterSpec", "headGroupSpec", "template"),
    file=FILE,
    position=Position(6, 3, 8, 1),
)
ACCEPTED = Finding(
    policy="entrypoint_without_timeout",
    severity="error",
    message="may run for ever",
    object=TRAIN,
    path=("spec", "entrypoint"),
    file=FILE,
    position=Position(5, 15, 5, 30),
)
WAIVER = Waiver("entrypoint_without_timeout", "runs for weeks", "vision", date(2030, 1, 31))
PAGE = Page("A RayJob that keeps its cluster", {heading: f"Says: {heading}." for heading in HEADINGS})


def resource(body: JsonObject, file: str = FILE, document: int = 0) -> Resource:
    """Make a resource of an object, as it is read."""
    return Resource(ObjectRef.of(body), body, Place(file, document))


def policy(name: str) -> Policy:
    """Make a policy that says nothing."""
    return Policy(name, Terms("error"), lambda *_: (), Path(name))


def crash(name: str = "gpu_without_toleration", file: str = FILE, error: str = "KeyError: 'spec'", trace: str = "Traceback …") -> Crash:
    """Make the crash of a policy over a Pod."""
    return Crash(policy(name), resource({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}, file), error, trace)


FULL = Report(
    findings=(EMPTY, ENDLESS),
    waived=((ACCEPTED, WAIVER),),
    crashes=(crash(),),
    unchecked=("Widget.example.com",),
    objects=3,
    files=1,
    pages={"ray_job_without_shutdown": PAGE},
)
CLEAN = Report(objects=12, files=4)

HOSTILE = st.one_of(
    st.text(
        st.sampled_from("\n\r\t\0\x1b\x07\x85\u2028\u202e\u200f\ufeff\ud800\udcff|`*_[](){}<>&\"'\\%:,@#!$~-]\ufffe\U0001f600é漢a1 "),
        max_size=20,
    ),
    st.text(max_size=20),
    st.sampled_from(
        ["::error::x", "]]>", "<script>", "</testcase>", "| a | b |", "--> <!--", "{0}", "[a](b)", "x" * 5000, "%0A", "\x1b[31m", "```\n"]
    ),
)
"""Texts that break out of whatever they are put into without care."""


@st.composite
def hostile_reports(draw: st.DrawFn) -> tuple[Report, dict[str, str]]:
    """Reports in which every text is hostile, and the contents of their files."""
    file = draw(HOSTILE.filter(bool))
    line, column = draw(st.integers(1, 4)), draw(st.integers(1, 300))

    def finding(severity: str) -> Finding:
        return Finding(
            policy="a_policy",
            severity="error" if severity == "error" else "warning",
            message=draw(HOSTILE),
            object=draw(st.none() | HOSTILE),
            path=(draw(HOSTILE), 1),
            file=file,
            position=Position(line, column, line + draw(st.integers(0, 2)), column + draw(st.integers(0, 300))),
            origin=draw(st.none() | HOSTILE),
            fix=draw(st.none() | st.builds(Fix, HOSTILE, st.just(()))),
            link=draw(st.none() | HOSTILE),
        )

    report = Report(
        findings=[finding("error"), finding("warning")],
        waived=[(finding("error"), Waiver("a_policy", draw(HOSTILE), draw(HOSTILE), date(2030, 1, 31)))],
        crashes=[crash(file=file, error=draw(HOSTILE), trace=draw(HOSTILE))],
        unchecked=[draw(HOSTILE)],
    )
    return report, {file: draw(HOSTILE) + "\n" + draw(HOSTILE)}
