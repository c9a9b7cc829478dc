"""What a process that renders does: it answers for its environments, and it and all that they start end with its parent."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from heliostat.manifests.errors import FailedError
from heliostat.manifests.origin import origin_here
from heliostat.render.project import Project
from heliostat.render.run import Failure, render
from heliostat.render.wire import send

INTERRUPTIONS = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM})
"""What asks the command to end, and the alarm by which it is raised again (`cli.main`); a process that renders hears none of it."""

WHERE = signal.SIGUSR1
"""Asks a process that renders for the line that it executes."""


def work(project: Project, names: Sequence[str], answers: int, end_of_parent: int, scratch: str) -> NoReturn:
    """Render environments and end the process, in a process that was just forked with INTERRUPTIONS blocked."""
    code = 1
    try:
        _stand_alone(scratch)
        threading.Thread(target=_end_with_the_parent, args=(end_of_parent, scratch), daemon=True).start()
        _Answers(answers).give(project, names)
        code = 0
    finally:
        os._exit(code)  # nothing that an environment left to be done at the end, no thread of its, and nothing of the parent's


class _Answers:
    """The way back to the parent, which a process that an environment forks does not share."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._is_ours = True
        self._stderr = sys.stderr
        os.register_at_fork(after_in_child=self._disown)
        signal.signal(WHERE, lambda *_: self._say_where())

    def give(self, project: Project, names: Sequence[str]) -> None:
        """Render environments, and answer for each."""
        for name in names:
            answer = render(project, name)
            if not self._is_ours:
                return
            with suppress(OSError, ValueError):  # a full disk, or an author closed it
                self._stderr.flush()
            signal.pthread_sigmask(signal.SIG_BLOCK, {WHERE})
            try:
                send(self._pipe, answer)
            except ValueError as error:  # an error of Heliostat's own that an author raised with something odd in it
                send(self._pipe, Failure(name, FailedError(f"{name}: its answer cannot be told: {error}"), ""))
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {WHERE})

    def _disown(self) -> None:
        self._is_ours = False
        with suppress(OSError):
            os.close(self._pipe)

    def _say_where(self) -> None:
        if self._is_ours:
            send(self._pipe, str(origin_here().line or ""))


def _stand_alone(scratch: str) -> None:
    """Leave the terminal and the results to the parent."""
    os.setsid()
    for number in INTERRUPTIONS:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTIONS)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    os.environ["TMPDIR"] = tempfile.tempdir = scratch


def _end_with_the_parent(end_of_parent: int, scratch: str) -> None:
    """Wait for the end of the parent, however it comes, and end with it: environments may run for ever."""
    os.read(end_of_parent, 1)
    shutil.rmtree(scratch, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)
