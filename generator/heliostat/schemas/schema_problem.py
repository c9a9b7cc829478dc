"""What a schema has against an object."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from heliostat.manifests.json_value import Path, show_path


@dataclass(frozen=True, slots=True)
class SchemaProblem:
    """One thing that the API server would refuse or drop: where, and what is and what is expected there."""

    path: Path
    message: str
    blocking: bool = field(default=False, compare=False)
    """Whether the API server evaluates no CEL rule of an object that has it."""

    def __str__(self) -> str:
        return f"{show_path(self.path)}: {self.message}" if self.path else self.message


def in_order(problems: Iterable[SchemaProblem]) -> list[SchemaProblem]:
    """Sort problems by their paths."""
    return sorted(problems, key=_place)


def _place(problem: SchemaProblem) -> list[tuple[int, str]]:
    return [(step, "") if isinstance(step, int) else (-1, step) for step in problem.path]
