"""What an installed Heliostat has in it that is not in generator/heliostat."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.documents import ROOT, copy_of_project


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from the source distribution, as releases are, and unpack it."""
    folder = tmp_path_factory.mktemp("wheel")
    project = copy_of_project(folder / "project")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder / "dist"), str(project)], capture_output=True, check=True
    )
    (wheel,) = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_policies_are_installed(installed: Path) -> None:
    """Every file of every policy is in the wheel: the code that runs, the page that is shown, the Rego that conftest takes."""
    listed = subprocess.run(["git", "ls-files", "policies"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    there = {str(file.relative_to(installed / "heliostat")) for file in installed.glob("heliostat/policies/**/*") if file.is_file()}

    assert {"policies/fractional_cpus/policy.py", "policies/fractional_cpus/README.md"} <= there
    assert set(listed) <= there


def test_policies_are_found(installed: Path) -> None:
    """An installed Heliostat loads the policies that it brings along."""
    code = """
from heliostat.lint.loader import load_policies, shipped_policies
print(shipped_policies(), len(load_policies([shipped_policies()])))
"""
    done = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": str(installed)}, capture_output=True, text=True, check=True)
    folder, count = done.stdout.split()

    assert Path(folder) == installed / "heliostat" / "policies"
    assert int(count) == len([*(ROOT / "policies").glob("*/policy.py")])
