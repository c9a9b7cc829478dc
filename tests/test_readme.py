"""README.md: whatever it tells people to type or to save works as it says."""

from __future__ import annotations

import os
import re
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.documents import ROOT, blocks, copy_of_project, files, write

MAKE = re.compile(r"make ([a-z-]+)")
KUBECTL = re.compile(r"kubectl (?:apply --filename (?P<file>\S+)|annotate application (?P<application>\S+))")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the files that the README tells people to save."""
    copy = copy_of_project(tmp_path_factory.mktemp("project"))
    write(copy, files("README.md"))
    return copy


def lines() -> list[str]:
    """The commands of the README, in order."""
    return [line.partition(" #")[0].strip() for block in blocks("README.md", "sh") for line in block.splitlines() if line.strip()]


def run(command: str, project: Path) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PYTHONPATH": str(project / "generator"), "PAGER": "cat"}
    return subprocess.run(["bash", "-c", command], cwd=project, env=variables, capture_output=True, text=True, check=False)


def test_the_first_environment_has_ten_lines() -> None:
    """From nothing to a queued job in ten lines, imports and blank lines included."""
    assert {name: len(text.splitlines()) for name, text in files("README.md").items()} == {"environments/hello.py": 10}


def test_every_command_works(project: Path) -> None:
    """Typed one after the other, each command ends well; those of make are the Makefile's own targets, those of kubectl need a cluster."""
    ended = {line: run(line, project) for line in lines() if not MAKE.match(line) and not KUBECTL.match(line)}

    assert {line: done.stderr for line, done in ended.items() if done.returncode} == {}
    assert any("kind: RayJob" in done.stdout for done in ended.values())
    assert any("entrypoint" in done.stdout for line, done in ended.items() if "help(" in line)


def test_make_commands_are_documented_and_run_by_the_gate() -> None:
    """`make help` lists each target that the README names, and .ci/run calls the two commands."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    documented = set(re.findall(r"^([a-z-]+):.*##", makefile, re.MULTILINE)) | {"help"}
    named = set(MAKE.findall((ROOT / "README.md").read_text(encoding="utf-8")))
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")

    assert named - documented == set()
    assert {target for target in ("render", "check", "test") if f"make {target}" not in gate} == set()


def test_the_two_mistakes_are_refused_together(project: Path) -> None:
    """The README says what happens to them: file and line of both, nothing written, exit code 1."""
    good = files("README.md")["environments/hello.py"]
    write(
        project,
        {"environments/wrong.py": good.replace('"hello"', '"wrong"').replace("cpu=2", "cpu=0.5").replace('("default")', '("defalt")')},
    )
    refused = run(".venv/bin/heliostat render wrong", project)
    (project / "environments" / "wrong.py").unlink()

    assert refused.returncode == 1
    assert 'environments/wrong.py:10: Team "demo": has no queue "defalt", did you mean "default"' in refused.stderr
    assert 'environments/wrong.py:8: RayJob "count": workers[0].cpu: must be a whole number' in refused.stderr
    assert not (project / "out" / "wrong").exists()


def test_every_path_in_the_tour_is_there() -> None:
    """The tour names files and folders that exist."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tour = text[text.index("## What is where") : text.index("## Argo CD")]
    paths = [path for row in re.findall(r"^\| (`.*?) \|", tour, re.MULTILINE) for path in re.findall(r"`([^`<]+)`", row)]

    assert len(paths) > 8
    assert [path for path in paths if not any((ROOT / folder / path).exists() for folder in (".", "environments"))] == []


def test_argo_cd_is_pointed_at_the_root_application() -> None:
    """The file that is applied is prod's root, and the Application that is told yes is one that it brings."""
    applied, confirmed = [found for line in lines() if (found := KUBECTL.match(line))]
    root: Any = yaml.safe_load((ROOT / applied["file"]).read_text(encoding="utf-8"))
    folder = ROOT / root["spec"]["source"]["path"]

    assert (root["kind"], root["metadata"]["name"]) == ("Application", "prod")
    assert (folder / "argocd" / f"application-{confirmed['application']}.yaml").is_file()


def test_every_kind_of_file_of_the_root_is_explained() -> None:
    """The table names what lies in out/prod/_argocd/, and nothing else."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text[text.index("## Argo CD") : text.index("## KubeRay")]
    patterns = [re.sub(r"<\w+>", "*", name) for name in re.findall(r"^\| `(\S+\.yaml)` \|", section, re.MULTILINE)]
    there = {path.name for path in (ROOT / "out" / "prod" / "_argocd").rglob("*.yaml")}

    assert [name for name in there if not any(fnmatch(name, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in there)] == []


def test_the_settings_that_are_explained_are_those_of_the_applications() -> None:
    """Every sync and compare option in out/ stands in the README."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    applications: list[Any] = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in ROOT.glob("out/*/_argocd/*/application-*.yaml")]
    options = {option for each in applications for option in each["spec"]["syncPolicy"]["syncOptions"]}
    options |= {each["metadata"]["annotations"].get("argocd.argoproj.io/compare-options", "ServerSideDiff=false") for each in applications}

    assert {option for option in options if f"`{option}`" not in text} == set()
