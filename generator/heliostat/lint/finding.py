"""A policy's complaint, completed by the engine: whose, where in which file, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from heliostat.lint.policy import Fix, Severity
from heliostat.manifests.json_value import Path
from heliostat.manifests.yaml_positions import Position


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or may be.

    `object` is `Kind/namespace/name`, `Kind//name` when cluster-scoped, and None where a file as a whole is meant.
    """

    policy: str
    severity: Severity
    message: str
    object: str | None
    path: Path
    file: str
    position: Position
    origin: str | None = None
    """Line of the Python that made the object, where that is known."""
    fix: Fix | None = None
    link: str | None = None
