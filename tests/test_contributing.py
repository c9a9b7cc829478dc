"""CONTRIBUTING.md: its example of a new construct is one."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from tests.documents import ROOT, copy_of_project, files, write

ENVIRONMENT = """
from heliostat import Environment
from heliostat.constructs.priority_class import PriorityClass

example = Environment("example")
PriorityClass(example.app("priorities"), "urgent", value={value})
"""


def render(project: Path, value: int) -> subprocess.CompletedProcess[str]:
    """Render an environment that uses the example, with the package of the copy."""
    write(project, {"environments/example.py": ENVIRONMENT.format(value=value)})
    variables = {**os.environ, "PYTHONPATH": str(project / "generator")}
    command = [".venv/bin/heliostat", "render", "example"]
    return subprocess.run(command, cwd=project, env=variables, capture_output=True, text=True, check=False)


def test_the_example_is_a_construct(tmp_path: Path) -> None:
    """Saved where it says, it renders an object that passes the strict schema, and refuses what it says with the author's line."""
    project = copy_of_project(tmp_path)
    write(project, files("CONTRIBUTING.md"))
    rendered, refused = render(project, 1000), render(project, 2_000_000_000)
    written = (project / "out" / "example" / "priorities" / "_cluster" / "priorityclass-urgent.yaml").read_text()

    assert rendered.returncode == 0, rendered.stderr
    assert written == "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata:\n  name: urgent\nvalue: 1000\n"
    assert refused.returncode == 1
    assert 'environments/example.py:6: PriorityClass "urgent": value: must be at most 1000000000, got 2000000000' in refused.stderr


def test_the_layers_are_those_that_are_enforced() -> None:
    """The table names the layers of pyproject.toml, from the top."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [layers] = re.findall(r"^layers = \[(.*)\]$", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)

    assert re.findall(r"^\| `([a-z]+)` \|", text, re.MULTILINE) == re.findall("[a-z]+", layers)


def test_every_command_is_there() -> None:
    """Targets are the Makefile's own, modules and commands answer `--help`."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    commands = re.findall(r"`\.venv/bin/(python -m heliostat\S+|heliostat [a-z ]+[a-z])[^`]*`", text)

    assert set(re.findall(r"`make ([a-z-]+)`", text)) - targets == set()
    assert len(commands) == 2
    for command in commands:
        done = subprocess.run(f".venv/bin/{command} --help".split(), cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout[:6]) == (0, "Usage:"), command
