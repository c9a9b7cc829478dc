"""README.md: whatever it tells people to type or to save works as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.documents import ROOT, copy_of_project, files, follow, run, write

MAKE = re.compile(r"make ([a-z-]+)")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project."""
    return copy_of_project(tmp_path_factory.mktemp("project"))


def test_the_first_environment_has_ten_lines() -> None:
    """From nothing to a queued job in ten lines, imports and blank lines included."""
    assert {name: len(text.splitlines()) for name, text in files("README.md").items()} == {"environments/hello.py": 10}


def test_every_command_works(project: Path) -> None:
    """Typed one after the other, each command ends well; those of make are the Makefile's own targets, those of kubectl need a cluster."""
    ended = follow("README.md", project)

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
