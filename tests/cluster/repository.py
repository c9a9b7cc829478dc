"""A git repository with the lane's copy of out/."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from tests.cluster.kubernetes_api import Object
from tests.cluster.without_containers import Host, changed

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "out"


@dataclass(frozen=True)
class Repository:
    """A repository with one branch, `main`, whose folder out/ holds one environment."""

    folder: Path
    environment: str

    @property
    def url(self) -> str:
        """Where git clones it from."""
        return self.folder.as_uri()

    @property
    def out(self) -> Path:
        """The folder of the environment."""
        return self.folder / "out" / self.environment

    def take(self, host: Host, rendered: Path) -> None:
        """Make the environment what it is in a rendered out/, with what the lane changes."""
        shutil.rmtree(self.out, ignore_errors=True)
        shutil.copytree(rendered / self.environment, self.out)
        for file, manifest in manifests_in(self.out).items():
            if (made := changed(manifest, host)) is not manifest:
                file.write_text(yaml.dump(made, Dumper=yaml.CSafeDumper, sort_keys=False), encoding="utf-8")

    def commit(self) -> str:
        """Commit the folder as it is, and name the commit."""
        if not (self.folder / ".git").exists():
            self._git("init", "--quiet", "--initial-branch=main")
        self._git("add", "--all")
        identity = ("-c", "user.name=lane", "-c", "user.email=lane@localhost", "-c", "commit.gpgsign=false")
        self._git(*identity, "commit", "--quiet", "--allow-empty", "--message=Render")
        return self._git("rev-parse", "HEAD").strip()

    def manifests(self) -> dict[Path, Object]:
        """Read every manifest of the environment's apps, by its file."""
        return {file: manifest for file, manifest in manifests_in(self.out).items() if self.out / "_argocd" not in file.parents}

    def delivery(self) -> dict[Path, Object]:
        """Read what Argo CD is told, by its file."""
        return manifests_in(self.out / "_argocd")

    def _git(self, *arguments: str) -> str:
        return subprocess.run(["git", "-C", str(self.folder), *arguments], check=True, capture_output=True, text=True).stdout


def render(environment: str, out: Path) -> None:
    """Render an environment into a folder."""
    command = [sys.executable, "-m", "heliostat", "render", environment, f"--out={out}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr


def contents(folder: Path) -> dict[str, bytes]:
    """Read every file of a folder, by its path there."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def manifests_in(folder: Path) -> dict[Path, Object]:
    """Read every manifest of a folder, by its file; nobody is to change what is given, since it is given again."""
    return {file: _parsed(file.read_text(encoding="utf-8")) for file in sorted(folder.rglob("*.yaml"))}


@cache
def _parsed(text: str) -> Object:
    return yaml.load(text, yaml.CSafeLoader)
