"""Renders environments in several processes at once, forked before any of them starts Node."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import threading
from collections.abc import Generator, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from tempfile import TemporaryDirectory

from heliostat.manifests.errors import FailedError
from heliostat.render.project import Project
from heliostat.render.run import Failure, Rendering, render


def in_processes(project: Project, names: Sequence[str], jobs: int) -> Generator[Rendering | Failure, None, None]:
    """Render environments in several processes, which end with the iterator; one that dies is an error of each environment it had left."""
    context = multiprocessing.get_context("fork")
    shares: dict[Connection, tuple[BaseProcess, list[str]]] = {}
    with TemporaryDirectory(prefix="heliostat-", ignore_cleanup_errors=True) as scratch:
        try:
            for number in range(jobs):
                share = list(names[number::jobs])
                receiver, sender = context.Pipe(duplex=False)
                process: BaseProcess = context.Process(target=_work, args=(project, share, sender, scratch))
                process.start()
                sender.close()
                shares[receiver] = (process, share)
            yield from _received(shares)
        finally:
            for process, _ in shares.values():
                process.kill()
                process.join()


def _received(shares: dict[Connection, tuple[BaseProcess, list[str]]]) -> Iterator[Rendering | Failure]:
    """Take what comes until nothing is left to come; processes that have ended are no longer among the shares."""
    while any(share for _, share in shares.values()):
        ready = wait(list(shares))
        for receiver, (process, share) in list(shares.items()):
            if receiver not in ready:
                continue
            try:
                answer: Rendering | Failure = receiver.recv()
            except EOFError:
                del shares[receiver]
                process.join()
                for name in share:
                    error = FailedError(f"{name}: the process that renders it ended with exit code {process.exitcode}")
                    yield Failure(name, error, "")
            else:
                share.remove(answer.name)
                yield answer


def _end_with_the_parent() -> None:
    """Wait for the end of the parent, however it comes, and end with it: environments may run for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "this runs in a child"
    parent.join()
    os._exit(1)


def _work(project: Project, names: Sequence[str], sender: Connection, scratch: str) -> None:
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    os.setpgid(0, 0)  # out of the terminal's group: on Ctrl-C the parent ends this process, and Node with it
    tempfile.tempdir = scratch  # where jsii unpacks its runtime, which a forked process does not clear away
    for name in names:
        sender.send(render(project, name))
