"""`heliostat schemas import` takes CRDs into a project."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from heliostat.cli.schemas import command
from heliostat.schemas.store import schema_for
from heliostat.schemas.targets import Targets
from tests.cli.project import Answer, Project
from tests.schemas.widget import widget_crd, write

PLACES = [(".", "environments/_schemas"), ("environments", "_schemas"), ("crds", "{root}/environments/_schemas")]


@pytest.mark.parametrize(("where", "kept"), PLACES)
def test_import_keeps_crds_beside_the_environments(project: Project, where: str, kept: str) -> None:
    """From any folder of the project they come to where renders look for them, and the answer says where that is."""
    folder = project.root / where
    folder.mkdir(exist_ok=True)
    write(folder / "crd.yaml", widget_crd())
    first, second = (Project(folder).heliostat("schemas", "import", "crd.yaml") for _ in range(2))
    line = f"{kept.format(root=project.root)}/example.com.json: Widget (v1, v1alpha1)"

    assert (first, second) == (Answer(0, f"{line}\n", ""), Answer(0, f"{line}, unchanged\n", ""))
    assert schema_for("example.com/v1", "Widget", Targets(), project.root / "environments" / "_schemas") is not None
    assert not (project.root / "environments" / "environments").exists()


def test_import_into_a_folder_needs_no_project(tmp_path: Path) -> None:
    """Where one is named it counts from the working directory; where none is named there has to be a project."""
    write(tmp_path / "crd.yaml", widget_crd())
    nowhere, named = (Project(tmp_path).heliostat("schemas", "import", "crd.yaml", *into) for into in ((), ("--into", "kept")))

    assert (nowhere.code, nowhere.errors) == (
        2,
        [
            f"error: {tmp_path}: there is no folder environments/ here or above",
            "  change to your project, or start one with environments/dev.py",
        ],
    )
    assert named == Answer(0, "kept/example.com.json: Widget (v1, v1alpha1)\n", "")


def test_import_needs_a_file() -> None:
    """Without one it is wrong usage."""
    assert CliRunner().invoke(command, ["import"]).exit_code == 2
