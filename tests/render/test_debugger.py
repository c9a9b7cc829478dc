"""A debugger in an environment ends the rendering at its line, since nobody could type into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.project import Project, environment

HINT = "  `python -m pdb -m environments.dev` runs the file in a debugger"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("breakpoint()", "error: environments/dev.py:8: stops in a debugger, for which rendering has no terminal"),
        ("input()", "error: environments/dev.py:8: EOFError: EOF when reading a line, since rendering has no terminal"),
    ],
)
def test_what_waits_for_somebody_is_one_error(tmp_path: Path, line: str, said: str) -> None:
    """It names the line, why nobody is there, and how the file is debugged."""
    project = Project(tmp_path)
    project.write({"environments/dev.py": environment("dev", f"if web:\n    {line}\n")})
    answer = project.heliostat("render", PYTHONBREAKPOINT="")

    assert (answer.code, answer.errors) == (2, [said, HINT])


def test_a_debugger_that_somebody_chose_is_theirs(tmp_path: Path) -> None:
    """PYTHONBREAKPOINT may name one that needs no terminal."""
    project = Project(tmp_path)
    project.write({"environments/dev.py": environment("dev", "breakpoint()\n")})
    answer = project.heliostat("render", PYTHONBREAKPOINT="builtins.print")

    assert (answer.code, answer.stderr) == (0, "\n")
