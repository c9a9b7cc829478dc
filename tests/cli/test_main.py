"""The program can be ended at any moment: it says so in one line, and leaves nothing behind."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from textwrap import indent

import pytest

from tests.cli.project import Project, environment, plain

SAYS_WHEN_IT_RUNS = """
import sys
from heliostat.cli import main
run = main._run
def _run():
    print("runs", flush=True)
    return run()
main._run = _run
main.main()
"""
IGNORES = "import signal\nsignal.signal({}, signal.SIG_IGN)\n"


def start(project: Project, *arguments: str, first: str = "") -> subprocess.Popen[str]:
    """Start a command in a process group of its own, and wait until it runs."""
    (project.root / "tmp").mkdir(exist_ok=True)
    running = subprocess.Popen(
        [sys.executable, "-c", first + SAYS_WHEN_IT_RUNS, *arguments],
        cwd=project.root,
        env=plain(TMPDIR=str(project.root / "tmp")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "runs\n"
    return running


@pytest.mark.parametrize("moment", [0, 0.01, 0.03, 0.06, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0])
def test_at_any_moment(project: Project, moment: float) -> None:
    """Ctrl-C while Python imports, Node starts, an environment renders or files are written is one line, or came too late."""
    project.write({"environments/dev.py": environment("dev")})
    running = start(project, "render")
    time.sleep(moment)
    os.killpg(running.pid, signal.SIGINT)
    stdout, stderr = running.communicate(timeout=60)

    if running.returncode == 0:
        assert (stdout.split()[0], stderr) == ("environment", "")
    else:
        assert (running.returncode, stdout) == (130, "")
        assert stderr.startswith("error: interrupted")
        assert stderr.count("\n") == 1
    assert [*(project.root / "tmp").iterdir()] == []


LOST = {
    "while Python clears away": "class Slow:\n    def __del__(self):\n        wait()\nSlow()",
    "in a library": "try: wait()\nexcept BaseException: pass",
}


@pytest.mark.parametrize("where", LOST)
def test_lost(where: str) -> None:
    """What is raised at a place that lets it go no further is raised again."""
    program = "import time\nfrom heliostat.cli import main\ndef wait():\n    print('runs', flush=True)\n    time.sleep(1000)\n"
    running = subprocess.Popen(
        [sys.executable, "-c", f"{program}def _run():\n{indent(LOST[where], '    ')}\n    time.sleep(1000)\nmain._run = _run\nmain.main()"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "runs\n"
    running.send_signal(signal.SIGINT)

    assert running.communicate(timeout=60) == ("", "error: interrupted\n")
    assert running.returncode == 130


def test_heeded() -> None:
    """What comes while everything is put in order changes nothing, however long that takes."""
    program = (
        "import os, signal, time\nfrom heliostat.cli import main\n"
        "def _run():\n    try: os.kill(os.getpid(), signal.SIGINT)\n"
        "    finally:\n        for _ in range(10): os.kill(os.getpid(), signal.SIGTERM); time.sleep(0.05)\n"
        "        print('in order')\n"
        "main._run = _run\nmain.main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)

    assert (done.returncode, done.stdout, done.stderr) == (130, "in order\n", "error: interrupted\n")


def test_lock_that_is_held(project: Project) -> None:
    """Ctrl-C ends the wait for somebody else who writes."""
    project.write({"environments/dev.py": environment("dev")})
    project.heliostat("render")
    held = os.open(project.root / "out/dev", os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    running = start(project, "render")
    with pytest.raises(subprocess.TimeoutExpired):
        running.wait(timeout=3)
    os.killpg(running.pid, signal.SIGINT)
    stdout, stderr = running.communicate(timeout=60)

    assert (running.returncode, stdout, stderr.partition(" while ")[0].strip()) == (130, "", "error: interrupted")
    os.close(held)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_signal_that_is_ignored(project: Project, number: signal.Signals) -> None:
    """What whoever started the command wants ignored is, as after nohup."""
    project.write({"environments/dev.py": environment("dev")})
    running = start(project, "check", first=IGNORES.format(number))
    os.killpg(running.pid, number)

    assert running.communicate(timeout=60)[1] == ""
    assert running.returncode == 1


def test_children_that_nobody_waits_for(project: Project) -> None:
    """How a process ended is known even where whoever started the command ignores the end of children."""
    project.write({"environments/dev.py": "import os\nos._exit(0)\n"})
    running = start(project, "check", first=IGNORES.format(signal.SIGCHLD))

    assert running.communicate(timeout=60) == (
        "",
        "error: environments/dev.py: its process ended with exit code 0 before it was rendered\n",
    )
    assert running.returncode == 3
