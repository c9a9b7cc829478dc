"""Environments render in processes of their own: nothing that one does to its process decides how the command ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time

import pytest

from heliostat.render.processes import default_jobs
from tests.cli.project import PAGE, Project, environment

JOBS = pytest.mark.parametrize("jobs", ["1", "2"])


@pytest.mark.parametrize(("environments", "processors", "jobs"), [(1, 8, 1), (49, 8, 1), (50, 8, 2), (1000, 8, 8), (1000, None, 1)])
def test_default_jobs(monkeypatch: pytest.MonkeyPatch, environments: int, processors: int | None, jobs: int) -> None:
    """Few environments are rendered in one process, many in at most as many as there are processors."""
    monkeypatch.setattr(os, "cpu_count", lambda: processors)

    assert default_jobs(environments) == jobs


ENDS = {
    "os._exit(0)": "ended with exit code 0",
    "os._exit(7)": "ended with exit code 7",
    "os.abort()": "was ended by SIGABRT",
    "os.kill(os.getpid(), signal.SIGKILL)": "was ended by SIGKILL",
    "signal.raise_signal(signal.SIGTERM)": "was ended by SIGTERM",
    "signal.raise_signal(signal.SIGALRM)": "was ended by SIGALRM",
    "os.closerange(3, 100)": "ended with exit code 1",
}
"""What ends a process, and how that is told."""


class TestProcessThatEnds:
    @JOBS
    @pytest.mark.parametrize("end", ENDS)
    def test_told(self, project: Project, end: str, jobs: str) -> None:
        """It is an error of the environment that it was at; the others have their turn, and nothing is written."""
        ends = environment("b", f"import os, signal\n{end}\n")
        project.write({"environments/a.py": environment("a"), "environments/b.py": ends, "environments/c.py": "x = 1\n"})
        answer = project.heliostat("render", "--jobs", jobs)

        assert (answer.code, answer.stdout) == (3, "")
        assert answer.errors == [
            f"error: environments/b.py: its process {ENDS[end]} before it was rendered",
            "error: environments/c.py:1: makes no Environment, expected one bound to a name of its own",
            '  write `c = Environment("c")`, or let the name of a file that is no environment start with _',
        ]
        assert not (project.root / "out").exists()

    @JOBS
    @pytest.mark.parametrize("raised", ["raise KeyboardInterrupt", "signal.raise_signal(signal.SIGINT)"])
    def test_interrupt_of_its_own(self, project: Project, raised: str, jobs: str) -> None:
        """KeyboardInterrupt is an exception as any other where nobody pressed Ctrl-C."""
        project.write({"environments/a.py": environment("a"), "environments/b.py": f"import signal\n{raised}\n"})
        answer = project.heliostat("render", "--jobs", jobs)

        assert (answer.code, answer.stdout) == (2, "")
        assert answer.errors[0] == "error: environments/b.py:2: KeyboardInterrupt"

    def test_check(self, project: Project) -> None:
        """An environment that ends the process has not been checked."""
        project.write({"environments/dev.py": environment("dev")})
        assert project.heliostat("render").code == 0
        project.write({"environments/dev.py": environment("dev", "import os\nos._exit(0)\n")})
        answer = project.heliostat("check")

        assert (answer.code, answer.stdout) == (3, "")
        assert answer.stderr == "error: environments/dev.py: its process ended with exit code 0 before it was rendered\n"

    def test_error_that_would_be_none(self, project: Project) -> None:
        """An author's own kind of error is one, whatever exit code it asks for."""
        fine = "from heliostat.manifests.errors import HeliostatError\nclass Fine(HeliostatError):\n    exit_code = 0\nraise Fine('fine')\n"
        project.write({"environments/a.py": fine})
        answer = project.heliostat("check")

        assert (answer.code, answer.stdout, answer.stderr) == (3, "", "error: fine\n")


LEAVES = {
    "a thread that never ends": "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()",
    "something to do at the end": "import atexit, os\natexit.register(os._exit, 0)",
    "a child that holds its output": "import subprocess\nsubprocess.Popen(['sleep', '1000'])",
    "a fork that goes on as itself": "import os\nos.fork()",
    "a fork that never ends": "import os, time\nif not os.fork():\n    time.sleep(1000)",
    "a fork that ends": "import os\nif not (child := os.fork()):\n    os._exit(3)\nos.waitpid(child, 0)",
    "a fork that raises": "import os\nif not os.fork():\n    raise ValueError",
    "a fork that composes": "import os\nif not os.fork():\n    made.app('of the child')",
    "another working directory": "import os\nos.chdir('/')",
    "output of its own": "import os, subprocess\nos.write(1, b'a')\nsubprocess.run(['echo', 'b'])\nos.system('echo c')",
    "no output": "import os, sys\nsys.stdout = sys.stderr = None\nos.closerange(0, 3)",
    "no way to end": "import signal\nfor number in (1, 2, 15):\n    signal.signal(number, signal.SIG_IGN)",
    "temporary files": "import tempfile\ntempfile.mkdtemp()\ntempfile.mkstemp()",
}
"""What an environment may leave in its process."""


SHARES = ("a thread that never ends", "a child that holds its output", "a fork that goes on as itself")
"""What might also concern a process that renders other environments."""


class TestProcessThatIsLeftOdd:
    @pytest.mark.parametrize(("left", "jobs"), [*((left, "1") for left in LEAVES), *((left, "2") for left in SHARES)])
    def test_renders(self, project: Project, left: str, jobs: str) -> None:
        """It is rendered as if nothing had been, only the command tells results, and nothing outlives it."""
        group = "import os, pathlib\npathlib.Path('group').write_text(str(os.getpgid(0)))\n"
        project.write({"environments/odd.py": group + environment("odd", LEAVES[left]), "environments/plain.py": environment("plain")})
        (project.root / "tmp").mkdir()
        answer = project.heliostat("render", "--jobs", jobs, TMPDIR=str(project.root / "tmp"))

        assert (answer.code, *answer.stdout.split()[:1]) == (0, "environment"), answer.stderr
        assert [project.read(f"out/{name}/web/web/configmap-page.yaml") for name in ("odd", "plain")] == [PAGE, PAGE]
        assert [*(project.root / "tmp").iterdir()] == []
        assert ended(int(project.read("group")))

    @JOBS
    def test_input(self, project: Project, jobs: str) -> None:
        """An environment cannot ask: the terminal and what is piped in are not its own."""
        project.write({"environments/a.py": "input()\n", "environments/b.py": "open('/dev/tty')\n"})
        ours, theirs = os.openpty()
        answer = project.heliostat("render", "--jobs", jobs, stdin=theirs)
        os.close(ours)
        os.close(theirs)

        assert answer.code == 2
        assert answer.errors[0] == "error: environments/a.py:1: EOFError: EOF when reading a line, since rendering has no terminal"
        assert answer.errors[2].startswith("error: environments/b.py:1: OSError: ")


LOOPS = """\
import os, time
import heliostat.names

with open("started", "w") as file:
    file.write(str(os.getpgid(0)))
os.rename("started", "running")
"""
ENDLESS = {
    "while True: pass": ":7",
    "while True:\n    try: time.sleep(1)\n    except BaseException: pass": ":8",
    "import threading; threading.Event().wait()": ":7",
    "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals()); time.sleep(1000)": "",
}
"""What runs for ever, and the line at which it does where it can be asked."""


class TestInterruption:
    @JOBS
    @pytest.mark.parametrize("endless", ENDLESS)
    def test_told(self, project: Project, endless: str, jobs: str) -> None:
        """Ctrl-C ends an environment that runs for ever: one message, nothing written, no file and no process left."""
        running = started(project, jobs, endless)
        os.killpg(running.pid, signal.SIGINT)
        stdout, stderr = running.communicate(timeout=60)

        assert (running.returncode, stdout) == (130, "")
        assert re.fullmatch(told(line=ENDLESS[endless]), stderr)
        assert left(project) == ["environments", "running", "tmp"]

    def test_of_several(self, project: Project) -> None:
        """Every line that was being executed is told."""
        running = started(project, "2", "while True: pass", other="while True: pass")
        time.sleep(0.5)
        os.killpg(running.pid, signal.SIGINT)

        assert running.communicate(timeout=60)[1] == (
            "error: interrupted while environments/loops.py:7 and environments/other.py:1 were running\n"
        )

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
    @JOBS
    def test_end_of_the_parent(self, project: Project, number: signal.Signals, jobs: str) -> None:
        """However the command is ended, the processes that render for it end too, and nothing is left."""
        running = started(project, jobs, "while True: pass")
        os.kill(running.pid, number)
        stderr = running.communicate(timeout=60)[1]

        assert running.returncode == (-number if number == signal.SIGKILL else 128 + number)
        assert re.fullmatch("" if number == signal.SIGKILL else told(f" by {number.name}"), stderr)
        assert ended(int(project.read("running")))
        assert left(project) == ["environments", "running", "tmp"]

    @pytest.mark.parametrize("pause", [0, 0.001, 0.01, 0.05])
    def test_impatience(self, project: Project, pause: float) -> None:
        """Ctrl-C again and again changes nothing."""
        running = started(project, "1", "while True: pass")
        while running.poll() is None:
            os.killpg(running.pid, signal.SIGINT)
            time.sleep(pause)

        assert (running.returncode, running.communicate()) == (
            130,
            ("", "error: interrupted while environments/loops.py:7 was running\n"),
        )
        assert left(project) == ["environments", "running", "tmp"]


def told(by: str = "", line: str = ":7") -> str:
    """A pattern of the message, in which the other environment is named while it still renders."""
    return rf"error: interrupted{by} while environments/loops\.py{line} (and environments/other\.py(:\d+)? were|was) running\n"


def started(project: Project, jobs: str, endless: str, *, other: str = environment("other")) -> subprocess.Popen[str]:
    """Start a render that is in an environment which runs for ever."""
    project.write({"environments/loops.py": LOOPS + endless + "\n", "environments/other.py": other})
    (project.root / "tmp").mkdir()
    running = project.start("render", "--jobs", jobs, TMPDIR=str(project.root / "tmp"), PYTHONDONTWRITEBYTECODE="1")
    while not (project.root / "running").exists():
        assert running.poll() is None
        time.sleep(0.01)
    time.sleep(0.2)
    return running


def left(project: Project) -> list[str]:
    """Name what is in a project, once the processes that rendered it have ended and had time to clear."""
    assert ended(int(project.read("running")))
    for _ in range(500):
        if not any((project.root / "tmp").iterdir()):
            break
        time.sleep(0.02)
    return sorted(path.relative_to(project.root).as_posix() for place in (project.root, project.root / "tmp") for path in place.iterdir())


def ended(group: int) -> bool:
    """Wait until no process of a group is left."""
    for _ in range(500):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False
