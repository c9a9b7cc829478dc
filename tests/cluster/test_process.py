"""The lane leaves no process behind, however the tests end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cluster.process import Processes, answers, free_ports, wait_for

ROOT = Path(__file__).resolve().parents[2]

TESTS = """
import sys, time
from pathlib import Path
from tests.cluster.process import Processes
processes = Processes(Path(sys.argv[1]))
say = "import os, signal, time; print(os.getpid(), flush=True); time.sleep(600)"
for name, asked_to_end in {"obedient": "SIG_DFL", "stubborn": "SIG_IGN"}.items():
    handler = f"import signal; signal.signal(signal.SIGTERM, signal.{asked_to_end})"
    processes.start(name, [sys.executable, "-c", f"{handler}; {say}"])
try:
    print("started", flush=True)
    time.sleep(600)
finally:
    processes.end()
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_processes_end_with_the_tests(how: signal.Signals, tmp_path: Path) -> None:
    """On Ctrl-C, when asked to end and when killed: what the tests started ends too, even what does not listen."""
    tests = subprocess.Popen(
        [sys.executable, "-c", TESTS, tmp_path], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert tests.stdout is not None
    with tests, tests.stdout:
        assert tests.stdout.readline() == "started\n"
        logs = list(tmp_path.glob("*.log"))
        wait_for("the processes say who they are", lambda: all(log.read_text() for log in logs))
        sleepers = [int(log.read_text()) for log in logs]
        assert len(sleepers) == 2
        tests.send_signal(how)
        tests.wait()
        wait_for("they have ended", lambda: not any(_runs(sleeper) for sleeper in sleepers), seconds=10)


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


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
