"""An object knows the lines of its author's files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from heliostat.manifests.origin import shown


def _run(folder: Path, file: str) -> list[str]:
    done = subprocess.run([sys.executable, file], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_a_helper_in_another_file_shows_both_lines(tmp_path: Path) -> None:
    """Innermost first, relative to the working directory."""
    (tmp_path / "_shared.py").write_text("from heliostat.manifests.origin import origin_here\n\n\ndef make():\n    return origin_here()\n")
    (tmp_path / "prod.py").write_text("from _shared import make\n\nprint(\n    make())\n")

    assert _run(tmp_path, "prod.py") == ["_shared.py:5 (from prod.py:4)"]


def test_frames_of_libraries_and_of_our_own_are_left_out(tmp_path: Path) -> None:
    """What the standard library calls back shows only the author's lines."""
    imports = "from functools import reduce\nfrom heliostat.manifests.origin import origin_here\n"
    (tmp_path / "env.py").write_text(imports + "print(reduce(lambda _, item:\n    origin_here(), 'ab'))\n")

    assert _run(tmp_path, "env.py") == ["env.py:4 (from env.py:3)"]


def test_a_line_that_calls_into_itself_is_named_once(tmp_path: Path) -> None:
    """Comprehensions and lambdas are frames of their own, which tell nothing new on the same line."""
    imports = "from heliostat.manifests.origin import origin_here\n"
    (tmp_path / "env.py").write_text(imports + "print([[(lambda: origin_here())() for _ in 'a'] for _ in 'a'][0][0])\n")

    assert _run(tmp_path, "env.py") == ["env.py:2"]


def test_the_line_that_came_closest_to_what_went_wrong(tmp_path: Path) -> None:
    """In a traceback the innermost line of an author counts, not those of the library that it called."""
    program = """\
import json
from heliostat.manifests.origin import innermost

def f():
    json.loads("{")

try:
    f()
except ValueError as error:
    print(innermost(error.__traceback__))
print(innermost(None))
"""
    (tmp_path / "env.py").write_text(program)

    assert _run(tmp_path, "env.py") == ["env.py:5", "None"]


def test_a_file_is_called_by_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the working directory relative to it, also when it is a link; elsewhere as given."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link").symlink_to("/etc/hostname")

    assert [shown(str(tmp_path / "link")), shown("a/b"), shown("/etc/hostname")] == ["link", "a/b", "/etc/hostname"]
