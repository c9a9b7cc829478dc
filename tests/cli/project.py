"""A project in a temporary folder, and the real command line run in it."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

COMMAND = [sys.executable, "-m", "heliostat"]


@dataclass(frozen=True)
class Answer:
    """What a command said."""

    code: int
    stdout: str
    stderr: str

    @property
    def errors(self) -> list[str]:
        """Its errors and what to do about them, line by line."""
        return self.stderr.splitlines()


class Project:
    """A folder with environments."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, files: Mapping[str, str]) -> None:
        """Write files by their paths in the project."""
        for path, text in files.items():
            file = self.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def heliostat(
        self, *arguments: str, stdin: int = subprocess.DEVNULL, before: Callable[[], None] | None = None, **environment: str
    ) -> Answer:
        """Run a command in the project; `before` is done first, in its process."""
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=self.root,
            env=plain(**environment),
            stdin=stdin,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            preexec_fn=before,
        )
        return Answer(done.returncode, done.stdout, done.stderr)

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        """Start a command in a process group of its own, as a terminal does."""
        return subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=self.root,
            env=plain(**environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )

    def read(self, path: str) -> str:
        """Read a file of the project."""
        return (self.root / path).read_text()


def plain(**environment: str) -> dict[str, str]:
    """The variables of this process without those that change what a command looks like."""
    return {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "CI")} | environment


def obey_permissions() -> None:
    """Take from root the rights to write and to read where nobody may; others do not have them.

    On Linux: PR_CAPBSET_DROP of CAP_DAC_OVERRIDE and of CAP_DAC_READ_SEARCH.
    """
    for capability in (1, 2):
        ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)


def environment(name: str, body: str = "", *, variable: str = "made") -> str:
    """The file of an environment with one app of one ConfigMap, and whatever else is asked for."""
    return f"""\
import cdk8s
from heliostat import Environment

{variable} = Environment("{name}")
web = {variable}.app("web", namespace="web")
cdk8s.ApiObject(web, "page", api_version="v1", kind="ConfigMap", metadata={{"name": "page"}})
{body}"""


PAGE = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: page\n  namespace: web\n"
"""What `environment` renders to."""
