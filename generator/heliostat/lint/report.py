"""What a run of the linter came to: sorted in one way, everything once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from heliostat.lint.engine import Crash
from heliostat.lint.finding import Finding
from heliostat.lint.page import Page
from heliostat.lint.policy import Severity
from heliostat.manifests.errors import FailedError, RefusedError
from heliostat.manifests.json_value import show_path
from heliostat.manifests.waiver import Waiver

Item = TypeVar("Item")
Key = TypeVar("Key", str, tuple[str, int, int, str, str, str, str], tuple[str, int, str, str])


@dataclass(frozen=True, slots=True)
class Report:
    """The result of linting; findings are sorted by file, line, column and policy, whatever order they come in, and equal ones are one.

    Args:
        findings: what nobody accepted.
        waived: what somebody accepted, and how.
        crashes: policies that did not answer.
        unchecked: kinds that were found and have no schema, such as `Widget.example.com`.
        objects: how many were linted.
        files: how many they were read from.
        pages: those of the policies, by id; formats that explain a policy take them from here, and do without where there is none.
    """

    findings: Sequence[Finding] = ()
    waived: Sequence[tuple[Finding, Waiver]] = ()
    crashes: Sequence[Crash] = ()
    unchecked: Sequence[str] = ()
    objects: int = 0
    files: int = 0
    pages: Mapping[str, Page] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, value in (
            ("findings", _settled(self.findings, place_of)),
            ("waived", _settled(self.waived, lambda pair: place_of(pair[0]))),
            ("crashes", _settled(self.crashes, _place_of_crash)),
            ("unchecked", _settled(self.unchecked, str)),
        ):
            object.__setattr__(self, name, value)

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return self._count("error")

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return self._count("warning")

    @property
    def policies(self) -> Sequence[str]:
        """The ids of the policies that the report speaks of, sorted."""
        told = [*self.findings, *(finding for finding, _ in self.waived)]
        return sorted({*(finding.policy for finding in told), *(crash.policy.id for crash in self.crashes)})

    @property
    def summary(self) -> str:
        """Everything in numbers, on one line."""
        counts = [
            counted(self.errors, "error"),
            counted(self.warnings, "warning"),
            f"{len(self.waived)} waived",
            *([counted(len(self.crashes), "crash", "crashes")] if self.crashes else []),
            *([f"{counted(len(self.unchecked), 'kind')} unchecked"] if self.unchecked else []),
        ]
        return f"{', '.join(counts)} in {counted(self.objects, 'object')} of {counted(self.files, 'file')}"

    def joined(self, other: Report) -> Report:
        """Put the result of linting another world beside this one."""
        return Report(
            [*self.findings, *other.findings],
            [*self.waived, *other.waived],
            [*self.crashes, *other.crashes],
            [*self.unchecked, *other.unchecked],
            self.objects + other.objects,
            self.files + other.files,
            {**self.pages, **other.pages},
        )

    def exit_code(self, fail_on: Severity = "error") -> int:
        """Say how the command ends: 0 is clean, 1 has findings that are at least as severe as `fail_on`, 3 does not know it all."""
        if self.crashes:
            return FailedError.exit_code
        return RefusedError.exit_code if self.errors or (fail_on == "warning" and self.warnings) else 0

    def _count(self, severity: Severity) -> int:
        return sum(finding.severity == severity for finding in self.findings)


def place_of(finding: Finding) -> tuple[str, int, int, str, str, str, str]:
    """Give what findings are sorted by; two with the same are one."""
    position = finding.position
    told = (finding.policy, finding.object or "", finding.message, show_path(finding.path))
    return (finding.file, position.line, position.column, *told)


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Spell a number of things."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or f'{noun}s'}"


def told(finding: Finding) -> str:
    """Say what is wrong and with which object."""
    return f"{finding.object}: {finding.message}" if finding.object else finding.message


def _place_of_crash(crash: Crash) -> tuple[str, int, str, str]:
    place = crash.resource.place
    return place.file, place.document, crash.policy.id, f"{crash.resource.label}{show_path(place.path)}"


def _settled(items: Iterable[Item], key: Callable[[Item], Key]) -> tuple[Item, ...]:
    """Sort by a key, and keep the first of those that share one."""
    first: dict[Key, Item] = {}
    for item in items:
        first.setdefault(key(item), item)
    return tuple(first[place] for place in sorted(first))
