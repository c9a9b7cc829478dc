"""The code in the project's documents, and a copy of the project in which it is run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

_BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\S+\.py)\n")
_ELSEWHERE = re.compile(r"make |kubectl |python3 -m venv |\S+/pip ")
"""Commands that need registries or a cluster: what they name is held against the project."""


def blocks(document: str, language: str) -> list[str]:
    """Give the fenced blocks in one language, without the indentation of the list that they stand in."""
    return [body for found, body in _blocks(document) if found == language]


def _blocks(document: str) -> Iterator[tuple[str, str]]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return ((language, textwrap.dedent(body)) for _, language, body in _BLOCK.findall(text))


def commands(document: str) -> list[str]:
    """Give the lines that a document has people type, in order."""
    return [line.partition(" #")[0].strip() for block in blocks(document, "sh") for line in block.splitlines() if line.strip()]


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


def follow(document: str, project: Path) -> dict[str, subprocess.CompletedProcess[str]]:
    """Do what a document says, from its beginning to its end: save its files, and type its commands."""
    ended: dict[str, subprocess.CompletedProcess[str]] = {}
    for language, body in _blocks(document):
        if language == "python" and (match := _FILE.match(body)):
            (project / match[1]).parent.mkdir(parents=True, exist_ok=True)
            write(project, {match[1]: body[match.end() :]})
        elif language == "sh":
            lines = (line.partition(" #")[0].strip() for line in body.splitlines())
            ended |= {line: run(line, project) for line in lines if line and not _ELSEWHERE.match(line)}
    return ended


def run(command: str, project: Path) -> subprocess.CompletedProcess[str]:
    """Type a command in a project."""
    variables = {**os.environ, "PYTHONPATH": str(project / "generator"), "PAGER": "cat"}
    return subprocess.run(["bash", "-c", command], cwd=project, env=variables, capture_output=True, text=True, check=False)


def write(project: Path, given: dict[str, str]) -> None:
    """Put files into a copy of the project."""
    for name, text in given.items():
        (project / name).write_text(text, encoding="utf-8")
