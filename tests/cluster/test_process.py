"""The lane leaves no process behind, however the tests end."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cluster.process import Processes, answers, free_ports, wait_for
from tests.cluster.programs import program

ROOT = Path(__file__).resolve().parents[2]

CONTROL_PLANE = """
import sys, time
from pathlib import Path
from tests.cluster.control_plane import running_control_plane
from tests.cluster.process import Processes
folder = Path(sys.argv[1])
processes = Processes(folder / "logs")
try:
    with running_control_plane(processes, folder):
        print("started", flush=True)
        time.sleep(600)
finally:
    processes.end()
"""
"""What the tests do that bring a cluster up."""

TESTS = """
import sys, time
from pathlib import Path
from tests.cluster.process import Processes
processes = Processes(Path(sys.argv[1]))
say = "import os, signal, time; print(os.getpid(), flush=True); time.sleep(600)"
for name, asked_to_end in {"obedient": "SIG_DFL", "stubborn": "SIG_IGN"}.items():
    handler = f"import signal; signal.signal(signal.SIGTERM, signal.{asked_to_end})"
    processes.start(name, [sys.executable, "-c", f"{handler}; {say}"])
child = "print(subprocess.Popen(['sleep', '600']).pid, flush=True)"
processes.start("parent", [sys.executable, "-c", f"import subprocess, time; {child}; time.sleep(600)"])
try:
    print("started", flush=True)
    time.sleep(600)
finally:
    processes.end()
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_processes_end_with_the_tests(how: signal.Signals, tmp_path: Path) -> None:
    """On Ctrl-C, when asked to end and when killed: what the tests started ends, what does not listen too, and what that has started."""
    with _started(TESTS, tmp_path) as tests:
        logs = list(tmp_path.glob("*.log"))
        wait_for("the processes say who they are", lambda: all(log.read_text() for log in logs))
        sleepers = {int(log.read_text()) for log in logs}
        assert len(sleepers) == 3
        assert sleepers <= _descendants(tests.pid)
        tests.send_signal(how)
    _expect_ended(sleepers)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_control_plane_ends_with_the_tests_and_nothing_else_does(how: signal.Signals, tmp_path: Path) -> None:
    """On Ctrl-C and when killed: the processes of a control plane all end, and one of the same program that is not theirs goes on."""
    (ours, peer), processes = free_ports(2), Processes(tmp_path / "ours")
    listen = (f"--listen-client-urls=http://127.0.0.1:{ours}", f"--advertise-client-urls=http://127.0.0.1:{ours}")
    bystander = processes.start(
        "etcd", [program("etcd"), f"--data-dir={tmp_path / 'etcd'}", *listen, f"--listen-peer-urls=http://127.0.0.1:{peer}"]
    )
    try:
        with _started(CONTROL_PLANE, tmp_path / "theirs") as tests:
            started = _descendants(tests.pid)
            programs = {_program_of(process) for process in started} - {Path(sys.executable).resolve().name}
            assert programs == {"etcd", "kube-apiserver", "kube-controller-manager"}
            tests.send_signal(how)
        _expect_ended(started)
        assert answers(f"http://127.0.0.1:{ours}/health"), bystander.last_lines()
    finally:
        processes.end()


def test_a_process_that_ends_is_told_with_its_last_words(tmp_path: Path) -> None:
    """Waiting for a process that ends fails at once, and shows what it wrote."""
    processes = Processes(tmp_path)
    process = processes.start("talker", [sys.executable, "-c", "print('no such port')"])

    start = time.monotonic()
    with pytest.raises(AssertionError, match="talker ended:\nno such port"):
        process.wait_until(lambda: False)
    assert time.monotonic() - start < 30
    processes.end()


def test_ports_are_free_and_nobody_answers() -> None:
    """Ports that the system chooses differ from each other, and nothing listens there."""
    ports = free_ports(3)

    assert len(set(ports)) == 3
    assert not any(answers(f"http://127.0.0.1:{port}/") for port in ports)


@contextmanager
def _started(code: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run what prints that it has started, and wait until it has; when the block is over, until it has ended."""
    folder.mkdir(exist_ok=True)
    with subprocess.Popen(
        [sys.executable, "-c", code, folder], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as tests:
        assert tests.stdout is not None
        assert tests.stdout.readline() == "started\n"
        yield tests


def _expect_ended(processes: set[int]) -> None:
    wait_for(
        "they have ended",
        lambda: not any(map(_runs, processes)),
        seconds=10,
        seen=lambda: [_program_of(each) for each in processes if _runs(each)],
    )


def _descendants(process: int) -> set[int]:
    """Give the processes that a process has started, and those that these have."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    children = {int(child) for thread in threads for child in thread.read_text().split()}
    return children.union(*map(_descendants, children))


def _program_of(process: int) -> str:
    return Path(f"/proc/{process}/exe").resolve().name


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
