"""`heliostat schemas` takes CRDs into a project, and writes what it knows for others."""

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


def test_export_writes_the_schemas_of_the_targets_and_of_the_project(project: Project) -> None:
    """By `--target` those of another version; what was imported is among them."""
    write(project.root / "crd.yaml", widget_crd())
    project.heliostat("schemas", "import", "crd.yaml")
    answer = project.heliostat("schemas", "export", "kubeconform", "--target", "kuberay=1.5.1")
    written = {file.name for file in (project.root / "kubeconform").iterdir()}

    assert answer == Answer(0, f"kubeconform: {len(written)} schemas\n", "")
    assert {"widget-example.com-v1.json", "rayjob-ray.io-v1.json"} <= written
    assert "raycronjob-ray.io-v1.json" not in written


def test_export_needs_no_project(tmp_path: Path) -> None:
    """What Heliostat brings is there for everybody; what was imported elsewhere can be named."""
    write(tmp_path / "crd.yaml", widget_crd())
    Project(tmp_path).heliostat("schemas", "import", "crd.yaml", "--into", "kept")
    plain, named = (Project(tmp_path).heliostat("schemas", "export", name, *own) for name, own in (("a", ()), ("b", ("--from", "kept"))))

    assert (plain.code, named.code) == (0, 0)
    assert {file.name for file in (tmp_path / "b").iterdir()} - {file.name for file in (tmp_path / "a").iterdir()} == {
        "widget-example.com-v1.json",
        "widget-example.com-v1alpha1.json",
    }


def test_export_refuses_what_is_no_target(tmp_path: Path) -> None:
    """A product that there is none of, and a version that is not supported."""
    unknown, unsupported = (Project(tmp_path).heliostat("schemas", "export", "a", "--target", target) for target in ("kube=1", "kueue=0.1"))

    assert (unknown.code, unsupported.code) == (2, 2)
    assert unknown.errors[0] == 'error: --target kube=1: expected PRODUCT=VERSION, did you mean "kuberay"'
    assert "kueue='0.1' is not supported; Heliostat knows 0.18, 0.19" in unsupported.stderr
    assert not (tmp_path / "a").exists()
