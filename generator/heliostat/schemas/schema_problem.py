"""What a schema has against an object."""

from __future__ import annotations

from dataclasses import dataclass

from heliostat.manifests.json_value import Path, show_path


@dataclass(frozen=True, slots=True)
class SchemaProblem:
    """One thing that the API server would refuse or drop: where, and what is and what is expected there."""

    path: Path
    message: str

    def __str__(self) -> str:
        return f"{show_path(self.path)}: {self.message}" if self.path else self.message
