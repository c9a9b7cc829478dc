"""Renders environments in memory, in this process or in several; importing this module does not start Node."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from heliostat.manifests.errors import FailedError, HeliostatError, RefusedError
from heliostat.render.project import ENVIRONMENTS, Project
from heliostat.render.tree import Tree, tree_of
from heliostat.schemas.project import FOLDER

ENVIRONMENTS_PER_PROCESS = 25
"""Below this a further process costs more (Python and Node start in each) than it saves."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """What an environment rendered to."""

    name: str
    tree: Tree
    seconds: float


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an environment did not render, and how it came to that."""

    name: str
    error: HeliostatError
    traceback: str


def default_jobs(environments: int) -> int:
    """Say how many processes render so many environments soonest."""
    return max(1, min(os.cpu_count() or 1, environments // ENVIRONMENTS_PER_PROCESS))


def renderings(project: Project, names: Sequence[str], jobs: int) -> Generator[Rendering | Failure, None, None]:
    """Render environments, in their order with one job, as they come with several; closing the iterator ends the processes."""
    processes = min(jobs, len(names))
    if processes > 1:
        from heliostat.render.processes import in_processes  # noqa: PLC0415  # most runs need none of it

        return in_processes(project, names, processes)
    return (render(project, name) for name in names)


def render(project: Project, name: str) -> Rendering | Failure:
    """Render one environment; whatever goes wrong is the answer."""
    start = time.perf_counter()
    try:
        tree = _tree(project, name)
    except HeliostatError as error:
        return Failure(name, error, traceback.format_exc())
    except Exception as error:  # a fault of ours, which must not hide what came of the other environments
        told = f"{name}: Heliostat itself failed: {type(error).__name__}: {error}"
        return Failure(name, FailedError(told, hint="--traceback shows where; please report it"), traceback.format_exc())
    return Rendering(name, tree, time.perf_counter() - start)


def _tree(project: Project, name: str) -> Tree:
    # these start Node, which no two processes may share, so each imports them for itself
    from heliostat.render.load import authors_code, load  # noqa: PLC0415
    from heliostat.render.synth import synthesise  # noqa: PLC0415

    environment = load(project, name)
    with authors_code(project.file(name)):
        synthesis = synthesise(environment)
    try:
        tree = tree_of(synthesis.apps, environment.targets, project.root / ENVIRONMENTS / FOLDER)
    except RefusedError as error:
        raise RefusedError([*synthesis.refused, *error.problems]) from error
    if synthesis.refused:
        raise RefusedError(synthesis.refused)
    return tree
