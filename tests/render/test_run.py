"""Rendering many environments: what goes wrong in one is part of the answer, and as many processes run as pay."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from heliostat.manifests.errors import FailedError, RefusedError
from heliostat.render.project import Project
from heliostat.render.run import default_jobs, render, renderings

PROJECT = Project(Path("/project"), ("dev", "prod"))


@pytest.mark.parametrize(("environments", "processors", "jobs"), [(1, 8, 1), (49, 8, 1), (50, 8, 2), (1000, 8, 8), (1000, None, 1)])
def test_default_jobs(monkeypatch: pytest.MonkeyPatch, environments: int, processors: int | None, jobs: int) -> None:
    """Few environments are rendered in one process, many in at most as many as there are processors."""
    monkeypatch.setattr(os, "cpu_count", lambda: processors)

    assert default_jobs(environments) == jobs


def test_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody foresaw is told as such, with its traceback, and other environments still have their turn."""

    def fail(project: Project, name: str) -> None:
        raise LookupError(name)

    monkeypatch.setattr("heliostat.render.run._tree", fail)
    answers = list(renderings(PROJECT, PROJECT.names, 1))

    assert [str(answer.error) for answer in answers] == [
        f"{name}: Heliostat itself failed: LookupError: {name}\n  --traceback shows where; please report it" for name in PROJECT.names
    ]
    assert all(isinstance(answer.error, FailedError) and answer.traceback.endswith(f"LookupError: {answer.name}\n") for answer in answers)


def test_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of Heliostat's own is handed on as it is."""
    refused = RefusedError(["wrong"])

    def refuse(project: Project, name: str) -> None:
        raise refused

    monkeypatch.setattr("heliostat.render.run._tree", refuse)

    assert render(PROJECT, "dev").error is refused


def test_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends everything, not one environment."""

    def interrupt(project: Project, name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("heliostat.render.run._tree", interrupt)
    with pytest.raises(KeyboardInterrupt):
        list(renderings(PROJECT, PROJECT.names, 1))
