"""Lints the objects of some files: one call from what was read to what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from heliostat.lint.configuration import Configuration
from heliostat.lint.engine import Complaint, run
from heliostat.lint.finding import Finding
from heliostat.lint.policy import Policy, Severity
from heliostat.lint.report import Report
from heliostat.lint.resource import Resource
from heliostat.lint.sources import Text
from heliostat.lint.texts import objects_in
from heliostat.lint.waivers import Acceptance, annotated, judge
from heliostat.lint.world import World
from heliostat.manifests.waiver import Waiver
from heliostat.manifests.yaml_positions import Position, PositionTree, positions
from heliostat.schemas.store import schema_for
from heliostat.schemas.targets import Targets
from heliostat.schemas.unknown_kinds import why_unknown


@dataclass(frozen=True, slots=True)
class Linter:
    """What files are held against.

    Args:
        policies: those that there are.
        targets: the versions that run in the cluster.
        today: the day on which waivers must still count.
        configuration: what the project chose.
        schemas: where the project keeps the CRDs that it imported itself.
    """

    policies: Sequence[Policy]
    targets: Targets
    today: date
    configuration: Configuration = field(default_factory=Configuration)
    schemas: Path | None = None

    def lint(self, texts: Sequence[Text], accepted: Iterable[tuple[str, Waiver]] = ()) -> Linted:
        """Lint files together: what one of them refers to may stand in another.

        Args:
            texts: the files.
            accepted: waivers that are kept elsewhere, each with the file whose objects it is for.
        """
        objects = objects_in(texts, self._is_served)
        world = World(objects.resources, self.targets, self.schemas)
        verdict = run(self.policies, world, self.configuration)
        said = annotated(world, [policy.id for policy in self.policies])
        kept = [Acceptance(waiver, each) for file, waiver in accepted for each in world.resources if each.place.file == file]
        ran = [policy.id for policy in self.policies if self.configuration.severity(policy) != "off"]
        judged = judge([*verdict.complaints, *said.faults], [*said.acceptances, *kept], self.today, ran=ran)
        places = _Places(texts)
        report = Report(
            findings=[*objects.findings, *(self._finding(complaint, places) for complaint in judged.open)],
            waived=[(self._finding(complaint, places), waiver) for complaint, waiver in judged.waived],
            crashes=verdict.crashes,
            unchecked=sorted({each.kind for each in world.resources if self._is_unchecked(each)}),
            objects=len(world.resources),
            files=len(texts) - len(objects.passed_over),
        )
        return Linted(report, [f"{passed.file}: {passed.reason}" for passed in objects.passed_over])

    def _finding(self, complaint: Complaint, places: _Places) -> Finding:
        resource, problem = complaint.resource, complaint.problem
        severity: Severity = "warning" if self.configuration.severity(complaint.policy) == "warning" else "error"
        return Finding(
            complaint.policy.id,
            severity,
            problem.message,
            resource.label,
            problem.path,
            resource.place.file,
            places.of(resource, problem.path),
            fix=problem.fix,
        )

    def _is_served(self, api_version: str, kind: str) -> bool:
        return schema_for(api_version, kind, self.targets, self.schemas) is not None

    def _is_unchecked(self, resource: Resource) -> bool:
        """Tell whether there is no schema to hold an object against, and nobody who says that there is no such kind."""
        asked = (str(resource.body["apiVersion"]), resource.ref.kind, self.targets, self.schemas)
        return schema_for(*asked) is None and why_unknown(*asked) is None


@dataclass(frozen=True, slots=True)
class Linted:
    """What a run came to, and what it passed over."""

    report: Report
    passed_over: Sequence[str]


class _Places:
    """Where in their files things stand; a file is parsed for that when the first of its findings asks."""

    def __init__(self, texts: Iterable[Text]) -> None:
        self._contents = {text.file: text.content for text in texts}
        self._trees: dict[str, list[PositionTree]] = {}

    def of(self, resource: Resource, path: tuple[str | int, ...]) -> Position:
        place = resource.place
        if place.file not in self._trees:
            self._trees[place.file] = positions(self._contents[place.file])
        return self._trees[place.file][place.document].at((*place.path, *path), key=True)
