"""Building programs fails with a reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.cluster.programs import PROGRAMS, Module, go, module_folder


def test_without_go_nothing_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine that lacks Go fails the lane, with what to do about it."""
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(SystemExit, match="the cluster lane needs Go: put `go` on PATH"):
        go("version", cwd=tmp_path)


def test_a_module_that_is_not_the_pinned_one_is_refused() -> None:
    """What is fetched is held against the checksum that stands here."""
    pinned = next(program.module for program in PROGRAMS if program.name == "kueue")
    assert isinstance(pinned, Module)

    assert (module_folder(pinned) / "go.mod").exists()
    with pytest.raises(SystemExit, match="expected h1:another"):
        module_folder(replace(pinned, checksum="h1:another"))
