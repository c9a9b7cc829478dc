"""What somebody accepts of an object is taken out, as long as it counts; what is wrong with a waiver is told."""

from __future__ import annotations

from datetime import date
from pathlib import Path as FilePath

import pytest

from heliostat.lint.engine import Complaint
from heliostat.lint.policy import Policy, Problem, Terms
from heliostat.lint.resource import Place, Resource
from heliostat.lint.waivers import ANNOTATION, Acceptance, annotated, judge
from heliostat.lint.world import World
from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.waiver import Waiver
from heliostat.schemas.targets import Targets

LONE, OTHER = (Policy(name, Terms("error"), lambda *_: [], FilePath()) for name in ("lonely_pod", "other"))
LAST = date(2030, 1, 31)
WAIVER = Waiver("lonely_pod", "a test", "vision", LAST)


def pod(**annotations: object) -> Resource:
    """Make a Pod that carries waivers."""
    said = {f"{ANNOTATION}{policy}": value for policy, value in annotations.items()}
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "annotations": said}}
    return Resource(ObjectRef("", "Pod", None, "a"), body, Place("a.yaml"))


def told(complaints: object) -> list[tuple[str, str]]:
    """Shorten complaints to policy and message."""
    return [(each.policy.id, each.problem.message) for each in complaints]


def test_an_annotation_accepts() -> None:
    """Reason, last day and owner are read, in any order of the last two."""
    for value in ("a test; until=2030-01-31; owner=vision", " a test ;owner= vision; until =2030-01-31"):
        found = annotated(World([pod(lonely_pod=value)], Targets()), ["lonely_pod"])

        assert [each.waiver for each in found.acceptances] == [WAIVER]
        assert found.faults == []


@pytest.mark.parametrize(
    ("policy", "value", "messages"),
    [
        ("lonely_pod", 1, ["waives lonely_pod with a value that is no text, expected FORM"]),
        ("lonely_pod", "", [f"waives lonely_pod without {what}, expected FORM" for what in ("a reason", "a last day", "an owner")]),
        ("lonely_pod", "until=2030-01-31; owner=vision", ["waives lonely_pod without a reason, expected FORM"]),
        ("lonely_pod", "a test; owner=vision", ["waives lonely_pod without a last day, expected FORM"]),
        ("lonely_pod", "a test; until=soon; owner=vision", ['waives lonely_pod until "soon", which is no day such as 2030-01-31']),
        ("lonely_pod", "a; b; until=2030-01-31; owner=vision", ['waives lonely_pod with "b", expected FORM']),
        ("lonly_pod", "a test; until=2030-01-31; owner=vision", ['waives the policy "lonly_pod", which is not there']),
    ],
)
def test_an_annotation_that_accepts_nothing(policy: str, value: object, messages: list[str]) -> None:
    """What is missing is told at the annotation, and nothing is waived."""
    found = annotated(World([pod(**{policy: value})], Targets()), ["lonely_pod"])

    form = '"<reason>; until=YYYY-MM-DD; owner=<team>"'
    assert told(found.faults) == [("unreadable_waiver", message.replace("FORM", form)) for message in messages]
    assert {each.problem.path for each in found.faults} == {("metadata", "annotations", f"{ANNOTATION}{policy}")}
    assert found.acceptances == []


def test_what_is_accepted_is_taken_out() -> None:
    """On the object and of the policy that are named, until the end of the last day."""
    mine, anothers = pod(), pod()
    complaints = [Complaint(policy, each, Problem("is alone")) for each in (mine, anothers) for policy in (LONE, OTHER)]
    judged = judge(complaints, [Acceptance(WAIVER, mine)], LAST, ran=["lonely_pod", "other"])

    assert judged.waived == [(complaints[0], WAIVER)]
    assert judged.open == complaints[1:]


def test_a_day_that_has_passed() -> None:
    """The finding is back, and so is the word of who answered for it."""
    mine = pod()
    complaint = Complaint(LONE, mine, Problem("is alone"))
    judged = judge([complaint], [Acceptance(WAIVER, mine)], date(2030, 2, 1), ran=["lonely_pod"])

    assert told(judged.open) == [
        ("lonely_pod", "is alone"),
        ("expired_waiver", "waives lonely_pod until 2030-01-31, which has passed; vision answers for it"),
    ]
    assert judged.waived == []


def test_one_that_counts_beside_one_that_does_not() -> None:
    """A waiver that was renewed elsewhere keeps the finding out; the old one is still to be taken away."""
    mine = pod()
    old = Waiver("lonely_pod", "a test", "vision", date(2029, 1, 1))
    judged = judge(
        [Complaint(LONE, mine, Problem("is alone"))], [Acceptance(old, mine), Acceptance(WAIVER, mine)], LAST, ran=["lonely_pod"]
    )

    assert told(judged.open) == [("expired_waiver", "waives lonely_pod until 2029-01-01, which has passed; vision answers for it")]
    assert [waiver for _, waiver in judged.waived] == [WAIVER]


def test_one_that_nothing_needs() -> None:
    """It is told where its policy ran and had nothing to say; where it did not run, nobody knows."""
    mine = pod()
    unused = judge([], [Acceptance(WAIVER, mine)], LAST, ran=["lonely_pod"])

    assert told(unused.open) == [("unused_waiver", "waives lonely_pod, which has nothing to say of it")]
    assert judge([], [Acceptance(WAIVER, mine)], LAST, ran=["other"]).open == []
