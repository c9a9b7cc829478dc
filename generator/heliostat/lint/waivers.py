"""Findings that somebody accepted: where that is said, until when it counts, and what is wrong with how it is said.

Said in Python, a waiver stands in the index of out/; on plain YAML as the annotation `heliostat.dev/waive.<policy>` with the value
`<reason>; until=YYYY-MM-DD; owner=<team>`; for manifests that nobody wants to touch in the project's configuration.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from heliostat.lint.engine import Complaint
from heliostat.lint.own import EXPIRED_WAIVER, UNREADABLE_WAIVER, UNUSED_WAIVER
from heliostat.lint.policy import Problem
from heliostat.lint.resource import Resource
from heliostat.lint.world import World
from heliostat.manifests.json_value import Path
from heliostat.manifests.waiver import Waiver

ANNOTATION = "heliostat.dev/waive."
_FORM = '"<reason>; until=YYYY-MM-DD; owner=<team>"'


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A waiver, and the object that it is for."""

    waiver: Waiver
    resource: Resource
    path: Path = ()
    """Where in the object it is said; empty for one that is said elsewhere."""

    def covers(self, complaint: Complaint) -> bool:
        """Tell whether it is about a complaint."""
        return complaint.resource is self.resource and complaint.policy.id == self.waiver.policy


@dataclass(frozen=True, slots=True)
class Judged:
    """Complaints, sorted by whether somebody accepted them."""

    open: Sequence[Complaint]
    """What nobody accepted, and what is wrong with waivers."""
    waived: Sequence[tuple[Complaint, Waiver]]


def judge(complaints: Iterable[Complaint], acceptances: Sequence[Acceptance], today: date, *, ran: Iterable[str]) -> Judged:
    """Take what somebody accepted out of the complaints.

    Args:
        complaints: what policies say.
        acceptances: what was accepted.
        today: the day on which that must still count; a waiver counts on its last day.
        ran: policies that were asked: a waiver for another one is not unused, it was not needed to know.
    """
    asked = frozenset(ran)
    waived: list[tuple[Complaint, Waiver]] = []
    left: list[Complaint] = []
    used: set[int] = set()
    for complaint in complaints:
        covering = [(number, each) for number, each in enumerate(acceptances) if each.covers(complaint)]
        used.update(number for number, _ in covering)
        counting = next((each.waiver for _, each in covering if each.waiver.until >= today), None)
        if counting is None:
            left.append(complaint)
        else:
            waived.append((complaint, counting))
    for number, acceptance in enumerate(acceptances):
        waiver = acceptance.waiver
        if number in used and waiver.until < today:
            told = f"waives {waiver.policy} until {waiver.until}, which has passed; {waiver.owner} answers for it"
            left.append(Complaint(EXPIRED_WAIVER, acceptance.resource, Problem(told, acceptance.path)))
        elif number not in used and waiver.policy in asked:
            told = f"waives {waiver.policy}, which has nothing to say of it"
            left.append(Complaint(UNUSED_WAIVER, acceptance.resource, Problem(told, acceptance.path)))
    return Judged(left, waived)


@dataclass(slots=True)
class Annotated:
    """What objects accept of themselves."""

    acceptances: list[Acceptance] = field(default_factory=list)
    faults: list[Complaint] = field(default_factory=list)
    """Annotations that waive nothing, since something is missing or wrong in them."""


def annotated(world: World, policies: Iterable[str]) -> Annotated:
    """Read the waivers that stand in annotations; `policies` are all that there are, whether they run or not."""
    known = frozenset(policies)
    found = Annotated()
    for resource in world.resources:
        for key, value in resource.annotations.items():
            if not key.startswith(ANNOTATION):
                continue
            path: Path = ("metadata", "annotations", key)
            policy = key.removeprefix(ANNOTATION)
            waiver, faults = _read(policy, value)
            if policy not in known:
                faults = [f'waives the policy "{policy}", which is not there', *faults]
            found.faults += [Complaint(UNREADABLE_WAIVER, resource, Problem(fault, path)) for fault in faults]
            if waiver is not None and not faults:
                found.acceptances.append(Acceptance(waiver, resource, path))
    return found


def _read(policy: str, value: object) -> tuple[Waiver | None, list[str]]:
    if not isinstance(value, str):
        return None, [f"waives {policy} with a value that is no text, expected {_FORM}"]
    parts = [part.strip() for part in value.split(";")]
    reason, rest = ("", parts) if _is_term(parts[0]) else (parts[0], parts[1:])
    terms = dict(_terms(rest))
    faults = [f"waives {policy} without {what}, expected {_FORM}" for what in _missing(reason, terms)]
    faults += [f'waives {policy} with "{part}", expected {_FORM}' for part in rest if not _is_term(part)]
    until = _day(terms.get("until", ""))
    if terms.get("until") and until is None:
        faults.append(f'waives {policy} until "{terms["until"]}", which is no day such as 2030-01-31')
    return (None, faults) if faults or until is None else (Waiver(policy, reason, terms["owner"], until), [])


_TERMS: Mapping[str, str] = {"until": "a last day", "owner": "an owner"}


def _missing(reason: str, terms: Mapping[str, str]) -> Iterator[str]:
    if not reason:
        yield "a reason"
    for name, what in _TERMS.items():
        if not terms.get(name):
            yield what


def _is_term(part: str) -> bool:
    return part.partition("=")[0].strip() in _TERMS


def _terms(parts: Iterable[str]) -> Iterator[tuple[str, str]]:
    for part in parts:
        name, _, value = part.partition("=")
        yield name.strip(), value.strip()


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
