"""Builds the Go programs of tests/upstream/<name>/ into the ignored .cache/ and runs them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FULL = os.environ.get("FULL") == "1"
"""Whether generated tests run at their full size."""


def go() -> str:
    """Find Go; the upstream lane cannot run without it."""
    found = shutil.which("go")
    assert found is not None, "the upstream lane needs Go: put `go` on PATH"
    return found


def build(name: str) -> Path:
    """Build tests/upstream/<name>, a main package, and name the program."""
    return build_tool(name, ".")


def build_tool(name: str, package: str) -> Path:
    """Build the tool of upstream that tests/upstream/<name>/go.mod pins, and name the program."""
    program = ROOT / ".cache" / "upstream" / name
    program.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([go(), "build", "-o", str(program), package], cwd=Path(__file__).parent / name, check=True)
    return program


def answers(name: str, questions: list[Any]) -> list[Any]:
    """Ask a program one JSON value a line and read one JSON value a line."""
    asked = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run([str(build(name))], input=asked, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.removesuffix("\n").split("\n")]
