"""The journal of a write: every change that it makes, from its begin to its commit at `.heliostat/journal`, as JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.json_value import parse_json
from heliostat.manifests.out_index import INDEX_NAME, path_problem
from heliostat.render.folder import Readable

STAGING = ".heliostat"
"""Folder of a write that is under way, below that of its environment; Git ignores it."""

JOURNAL = f"{STAGING}/journal"


@dataclass(frozen=True, slots=True)
class Step:
    """A change as the journal remembers it."""

    path: str
    replaces: bool
    """A file of ours stood there."""
    sha256: str | None
    """Of the new content, None when the file is removed."""


def staged(number: int) -> str:
    """Where the new content of a change lies until it is applied."""
    return f"{STAGING}/new-{number}"


def replaced(number: int) -> str:
    """Where the file that a change replaces lies once it is applied."""
    return f"{STAGING}/old-{number}"


def format_journal(steps: Iterable[Step]) -> bytes:
    """Write a journal."""
    lines = (json.dumps({"path": step.path, "replaces": step.replaces, "sha256": step.sha256}) for step in steps)
    return "".join(f"{line}\n" for line in lines).encode()


def read_journal(folder: Readable) -> list[Step] | None:
    """Read the journal of a folder, None when there is none.

    Raises:
        ConfigurationError: when it is not one that Heliostat wrote, above all when it leads out of the folder.
    """
    content = folder.read(JOURNAL)
    if content is None:
        return None
    steps: dict[str, Step] = {}
    lines = content.removesuffix(b"\n").split(b"\n")
    for number, line in enumerate(lines, start=1):
        try:
            step = _read_step(parse_json(line))
            if step.path in steps:
                raise ValueError(f'changes "{step.path}" a second time')
        except ValueError as error:
            hint = f"{STAGING}/old-<n> holds what a write had replaced; put it back with Git or by hand, then remove {STAGING}/"
            raise ConfigurationError(f"{folder.name}/{JOURNAL}:{number}: {error}", hint=hint) from error
        steps[step.path] = step
    return list(steps.values())


def _read_step(value: object) -> Step:
    match value:
        case {"path": str(path), "replaces": bool(replaces), "sha256": str() | None as sha256}:
            if path != INDEX_NAME and (wrong := path_problem(path)):
                raise ValueError(wrong)
            return Step(path, replaces, sha256)
    raise ValueError("is not a change")
