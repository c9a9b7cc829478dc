"""The package that ships is what its sources build to."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "generator" / "heliostat" / "constructs" / "assembly" / "_jsii" / "heliostat.jsii.tgz"


def content(archive: Path) -> dict[str, bytes]:
    """Read the files of a package; compressed bytes differ between builds of zlib."""
    with tarfile.open(archive) as opened:
        files = {member.name: opened.extractfile(member) for member in opened.getmembers()}
        return {name: file.read() for name, file in files.items() if file is not None}


def test_is_what_the_sources_build_to(tmp_path: Path) -> None:
    """Building it anew, from the lock file with the packaged Node, gives the same files."""
    build = ROOT / "generator" / "assembly" / "build.py"
    done = subprocess.run([sys.executable, str(build), str(tmp_path)], capture_output=True, text=True, check=False, timeout=300)

    assert done.returncode == 0, done.stdout + done.stderr
    assert content(SHIPPED) == content(tmp_path / SHIPPED.name)


def test_says_nothing_of_where_it_was_built() -> None:
    """No time, no owner, no path of a machine."""
    with tarfile.open(SHIPPED) as opened:
        entries = [(member.name, member.mtime, member.uid, member.uname) for member in opened.getmembers()]

    sources = [f"src/{name}.js" for name in ("dependencies", "index", "patches")]
    assert entries == [(f"package/{name}", 0, 0, "") for name in (".jsii", "package.json", *sources)]
    assert str(ROOT).encode() not in b"".join(content(SHIPPED).values())


def test_lock_names_no_registry() -> None:
    """The lock file pins content by hash, from whichever registry a machine uses."""
    packages = json.loads((ROOT / "generator" / "assembly" / "package-lock.json").read_text())["packages"]
    installed = {name: package for name, package in packages.items() if name and not package.get("inBundle")}

    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in installed.items() if "integrity" not in package] == []
