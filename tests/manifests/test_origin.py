"""An object knows the lines of its author's files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


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
    (tmp_path / "env.py").write_text(imports + "print(reduce(lambda _, item: origin_here(), 'ab'))\n")

    assert _run(tmp_path, "env.py") == ["env.py:3 (from env.py:3)"]
