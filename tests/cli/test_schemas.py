"""`heliostat schemas import` takes CRDs into a project."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from heliostat.cli.schemas import command
from heliostat.schemas.store import schema_for
from heliostat.schemas.targets import Targets
from tests.schemas.widget import widget_crd, write


def test_import_says_what_it_took_and_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By default beside the environments, from where the store reads it."""
    monkeypatch.chdir(tmp_path)
    write(Path("crd.yaml"), widget_crd())
    first, second = (CliRunner().invoke(command, ["import", "crd.yaml"], catch_exceptions=False) for _ in range(2))

    assert (first.exit_code, first.output) == (0, "environments/_schemas/example.com.json: Widget (v1, v1alpha1)\n")
    assert (second.exit_code, second.output) == (0, "environments/_schemas/example.com.json: Widget (v1, v1alpha1), unchanged\n")
    assert schema_for("example.com/v1", "Widget", Targets(), tmp_path / "environments" / "_schemas") is not None


def test_import_needs_a_file() -> None:
    """Without one it is wrong usage."""
    assert CliRunner().invoke(command, ["import"]).exit_code == 2
