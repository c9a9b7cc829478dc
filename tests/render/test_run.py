"""Rendering an environment: whatever goes wrong in it is the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliostat.manifests.errors import FailedError, RefusedError
from heliostat.render.project import Project
from heliostat.render.run import Failure, render

PROJECT = Project(Path("/project"), ("dev",))


@pytest.mark.parametrize("raised", [LookupError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_fault_of_ours(monkeypatch: pytest.MonkeyPatch, raised: type[BaseException]) -> None:
    """What nobody foresaw is told as such, with its traceback."""

    def fail(project: Project, name: str) -> None:
        raise raised(name)

    monkeypatch.setattr("heliostat.render.run._tree", fail)
    answer = render(PROJECT, "dev")

    assert isinstance(answer, Failure)
    assert isinstance(answer.error, FailedError)
    assert str(answer.error) == f"dev: Heliostat itself failed: {raised.__name__}: dev\n  --traceback shows where; please report it"
    assert answer.traceback.endswith(f"{raised.__name__}: dev\n")


def test_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of Heliostat's own is handed on as it is."""
    refused = RefusedError(["wrong"])

    def refuse(project: Project, name: str) -> None:
        raise refused

    monkeypatch.setattr("heliostat.render.run._tree", refuse)

    answer = render(PROJECT, "dev")

    assert isinstance(answer, Failure)
    assert answer.error is refused
