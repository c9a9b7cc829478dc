"""Renders environments in memory, in this process or in several; importing this module does not start Node."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from heliostat.manifests.errors import FailedError, HeliostatError
from heliostat.render.project import ENVIRONMENTS, Project
from heliostat.render.tree import Tree, tree_of
from heliostat.schemas.project import FOLDER

ENVIRONMENTS_PER_PROCESS = 25
"""Below this a further process costs more (Python and Node start in each) than it saves."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """What came of one environment: its tree, or why there is none."""

    name: str
    seconds: float
    tree: Tree | None = None
    error: HeliostatError | None = None
    traceback: str = ""
    """How it came to the error."""


def default_jobs(environments: int) -> int:
    """Say how many processes render so many environments soonest."""
    return max(1, min(os.cpu_count() or 1, environments // ENVIRONMENTS_PER_PROCESS))


def renderings(project: Project, names: Sequence[str], jobs: int) -> Generator[Rendering, None, None]:
    """Render environments, in their order with one job, as they come with several; closing the iterator ends the processes."""
    processes = min(jobs, len(names))
    if processes > 1:
        return _in_processes(project, names, processes)
    return (render(project, name) for name in names)


def render(project: Project, name: str) -> Rendering:
    """Render one environment; whatever goes wrong is part of the answer."""
    start = time.perf_counter()
    try:
        tree = _tree(project, name)
    except HeliostatError as error:
        return Rendering(name, time.perf_counter() - start, error=error, traceback=traceback.format_exc())
    except Exception as error:  # a fault of ours, which must not hide what came of the other environments
        told = FailedError(
            f"{name}: Heliostat itself failed: {type(error).__name__}: {error}", hint="--traceback shows where; please report it"
        )
        return Rendering(name, time.perf_counter() - start, error=told, traceback=traceback.format_exc())
    return Rendering(name, time.perf_counter() - start, tree)


def _tree(project: Project, name: str) -> Tree:
    # these start Node, which no two processes may share, so each imports them for itself
    from heliostat.render.load import authors_code, load  # noqa: PLC0415
    from heliostat.render.synth import synthesise  # noqa: PLC0415

    environment = load(project, name)
    with authors_code(project.file(name)):
        synthesis = synthesise(environment)
    return tree_of(synthesis.apps, environment.targets, project.root / ENVIRONMENTS / FOLDER)


def _in_processes(project: Project, names: Sequence[str], jobs: int) -> Generator[Rendering, None, None]:
    context = multiprocessing.get_context("fork")
    shares: dict[Connection, tuple[BaseProcess, list[str]]] = {}
    try:
        for number in range(jobs):
            share = list(names[number::jobs])
            receiver, sender = context.Pipe(duplex=False)
            process: BaseProcess = context.Process(target=_work, args=(project, share, sender), daemon=True)
            process.start()
            sender.close()
            shares[receiver] = (process, share)
        while shares:
            ready = wait(list(shares))
            for receiver, (process, share) in list(shares.items()):
                if receiver not in ready:
                    continue
                try:
                    rendering: Rendering = receiver.recv()
                except EOFError:
                    del shares[receiver]
                    process.join()
                    for name in share:
                        error = FailedError(f"{name}: the process that renders it ended with exit code {process.exitcode}")
                        yield Rendering(name, 0, error=error)
                else:
                    share.remove(rendering.name)
                    yield rendering
    finally:
        for process, _ in shares.values():
            process.kill()
            process.join()


def _work(project: Project, names: Sequence[str], sender: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent ends its processes
    for name in names:
        sender.send(render(project, name))
