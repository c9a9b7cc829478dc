"""The code in the project's documents, and a copy of the project in which it is run."""

from __future__ import annotations

import re
import shutil
import subprocess
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[1]

_BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\S+\.py)\n")


def blocks(document: str, language: str) -> list[str]:
    """Give the fenced blocks in one language, without the indentation of the list that they stand in."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return [textwrap.dedent(body) for _, found, body in _BLOCK.findall(text) if found == language]


def files(document: str) -> dict[str, str]:
    """Give the Python blocks that begin with the path of the file they are, by that path."""
    found = [(match[1], block[match.end() :]) for block in blocks(document, "python") if (match := _FILE.match(block))]
    return dict(found)


def copy_of_project(to: Path) -> Path:
    """Copy what Git knows or would add, and borrow the installed `.venv`."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        source, target = ROOT / name, to / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    (to / ".venv").symlink_to(ROOT / ".venv")
    return to


def write(project: Path, given: dict[str, str]) -> None:
    """Put files into a copy of the project."""
    for name, text in given.items():
        (project / name).write_text(text, encoding="utf-8")
