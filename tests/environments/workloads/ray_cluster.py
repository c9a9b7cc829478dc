"""A Ray of the tests' own, and the workloads run against it as in their pods: everything starts in the folder of the programs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

WORKLOADS = Path(__file__).parents[3] / "environments" / "workloads"

PATIENCE = 300
"""Seconds after which what has not happened is taken to never happen; far above what a busy machine needs."""

Report = dict[str, object]


@dataclass(frozen=True)
class Finished:
    """What a program left: its exit code, the JSON lines of its stdout, its stderr."""

    code: int
    reports: list[Report]
    errors: str


@dataclass(frozen=True)
class RayCluster:
    """A running Ray; `variables` is the environment of a driver that connects to it."""

    variables: Mapping[str, str]

    def run(self, program: str, *options: object) -> Finished:
        """Run a workload to its end."""
        done = subprocess.run(
            command_of(program, options),
            cwd=WORKLOADS,
            env=self.variables,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return Finished(done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr)


def command_of(program: str, options: Sequence[object]) -> list[str]:
    """Spell a command line as an entrypoint does."""
    return [sys.executable, program, *map(str, options)]


@contextmanager
def ray_cluster(folder: Path) -> Iterator[RayCluster]:
    """Start a Ray with two CPUs and two GPUs by name, on ports of its own; `folder` must be short, sockets lie below it."""
    variables = os.environ | {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    }
    # 0 lets the system choose: what Ray counts up from 10002 may be taken by somebody else
    start = "start --head --block --port=0 --min-worker-port=0 --max-worker-port=0 --include-dashboard=false"
    size = "--num-cpus=2 --num-gpus=2 --object-store-memory=100000000"
    command = [sys.executable, "-m", "ray.scripts.scripts", *start.split(), *size.split(), f"--temp-dir={folder}"]
    address = folder / "ray_current_cluster"
    with running(command, variables, folder / "start.log") as process:
        until(address.exists, process)
        yield RayCluster(variables | {"RAY_ADDRESS": address.read_text()})


@contextmanager
def running(command: Sequence[str], variables: Mapping[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command beside the test; at the end it and all that it started are gone."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=WORKLOADS, env=variables, stdout=output, stderr=output, start_new_session=True)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def until(happened: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait for something that a running process brings about."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert process.poll() is None, f"{process.args!r} ended with {process.returncode}"
        assert time.monotonic() < deadline, f"{process.args!r} did not do it in {PATIENCE:g} s"
        time.sleep(0.1)
