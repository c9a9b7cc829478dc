"""Renders environments in processes forked for it, so that nothing an environment does to its own decides how the command ends."""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from heliostat.manifests.errors import FailedError
from heliostat.manifests.interruption import Interruption
from heliostat.manifests.origin import shown
from heliostat.render.project import Project
from heliostat.render.run import Failure, Rendering
from heliostat.render.wire import receive
from heliostat.render.worker import INTERRUPTIONS, WHERE, work

ENVIRONMENTS_PER_PROCESS = 25
"""Below this a further process costs more (Python and Node start in each) than it saves."""

_SECONDS_TO_SAY_WHERE = 0.5
_SECONDS_TO_END = 0.5
_SECONDS_TO_CLEAR = 1.0


def default_jobs(environments: int) -> int:
    """Say how many processes render so many environments soonest."""
    return max(1, min(os.cpu_count() or 1, environments // ENVIRONMENTS_PER_PROCESS))


def renderings(project: Project, names: Sequence[str], jobs: int) -> Generator[Rendering | Failure, None, None]:
    """Render environments in so many processes, and give answers as they come; closing the iterator ends all that was started.

    A process that ends before its time is an error of the environment that it was at, and another one goes on with the rest.

    Raises:
        FailedError: when a process cannot be started.
        Interruption: saying what was running.
    """
    jobs = min(jobs, len(names))
    with _scratch() as scratch, _Workers(project, scratch) as workers:
        for number in range(jobs):
            workers.start([*names[number::jobs]])
        try:
            yield from workers.answers()
        except Interruption as interruption:
            interruption.running = tuple(sorted(workers.lines()))
            raise


@dataclass(frozen=True, slots=True)
class _Worker:
    """A process that renders, and the environments that it has not answered for, in their order."""

    process: int
    left: list[str]


class _Workers:
    """The processes that render, by the pipes that they answer through."""

    def __init__(self, project: Project, scratch: str) -> None:
        self._project = project
        self._scratch = scratch
        self._workers: dict[int, _Worker] = {}
        self._poll = select.poll()
        self._end_of_ours, self._ours = os.pipe()

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes, and whatever they started."""
        with _undisturbed():
            for pipe in list(self._workers):
                self._end(pipe)
            os.close(self._ours)
            os.close(self._end_of_ours)

    def start(self, names: list[str]) -> None:
        """Start a process that renders these environments."""
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()  # what a process inherits unsaid, it says again
        try:
            with _undisturbed():
                pipe, theirs = os.pipe()
                process = os.fork()
                if not process:
                    os.close(self._ours)
                    work(self._project, names, theirs, self._end_of_ours, self._scratch)
                os.close(theirs)
                self._workers[pipe] = _Worker(process, names)
                self._poll.register(pipe, select.POLLIN)
        except OSError as error:
            raise FailedError(f"cannot start a process: {error.strerror}", hint="a smaller --jobs starts fewer") from error

    def answers(self) -> Iterator[Rendering | Failure]:
        """Take answers until none is left to come."""
        while any(worker.left for worker in self._workers.values()):
            for pipe, _ in self._poll.poll():
                answer = receive(pipe)
                if isinstance(answer, Rendering | Failure):
                    self._workers[pipe].left.remove(answer.name)
                    yield answer
                elif answer is None:
                    yield from self._ended(pipe)

    def _ended(self, pipe: int) -> Iterator[Failure]:
        """Tell which environment ended its process, and go on with those that had no turn."""
        process, left = self._workers[pipe].process, self._workers[pipe].left
        until = time.monotonic() + _SECONDS_TO_END
        while os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None and time.monotonic() < until:
            time.sleep(0.001)
        status = self._end(pipe)
        if left:
            culprit, *rest = left
            yield Failure(culprit, FailedError(f"{self._file(culprit)}: its process {_told(status)} before it was rendered"), "")
            if rest:
                self.start(rest)

    def lines(self) -> Iterator[str]:
        """Ask every process for the line that it executes; where none can be had, the file says enough."""
        files = {pipe: self._file(worker.left[0]) for pipe, worker in self._workers.items() if worker.left}
        poll = select.poll()
        for pipe in files:
            poll.register(pipe, select.POLLIN)
            os.kill(self._workers[pipe].process, WHERE)
        until = time.monotonic() + _SECONDS_TO_SAY_WHERE
        while files and (ready := poll.poll(max(0.0, until - time.monotonic()) * 1000)):
            for pipe, _ in ready:
                answer = receive(pipe)
                if answer is None or isinstance(answer, str):
                    poll.unregister(pipe)
                    yield answer or files[pipe]
                    del files[pipe]
        yield from files.values()

    def _file(self, name: str) -> str:
        return shown(str(self._project.file(name)))

    def _end(self, pipe: int) -> int:
        """End a process and all that it started, and give its exit code."""
        worker = self._workers.pop(pipe)
        self._poll.unregister(pipe)
        os.kill(worker.process, signal.SIGKILL)
        with suppress(ProcessLookupError, PermissionError):  # it ended, or was ended, before it was a group of its own
            os.killpg(worker.process, signal.SIGKILL)
        os.close(pipe)
        return os.waitstatus_to_exitcode(os.waitpid(worker.process, 0)[1])


def _told(exit_code: int) -> str:
    return f"ended with exit code {exit_code}" if exit_code >= 0 else f"was ended by {signal.Signals(-exit_code).name}"


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let what asks the command to end wait, where half of what is done would be lost."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTIONS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _scratch() -> Iterator[str]:
    """Make a folder for what jsii unpacks, and for temporary files of authors.

    Raises:
        FailedError: when none can be made.
    """
    with _undisturbed():
        try:
            folder = tempfile.mkdtemp(prefix="heliostat-")
        except OSError as error:
            raise FailedError(
                f"cannot make a temporary folder: {error.strerror}", hint="point TMPDIR at a folder that may be written"
            ) from error
    try:
        yield folder
    finally:
        with _undisturbed():
            _clear(Path(folder))


def _clear(folder: Path) -> None:
    """Remove a folder in which a process that was just ended may still have finished a file."""
    until = time.monotonic() + _SECONDS_TO_CLEAR
    while folder.exists() and time.monotonic() < until:
        shutil.rmtree(folder, ignore_errors=True)
