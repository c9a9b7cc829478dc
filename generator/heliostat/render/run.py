"""Renders an environment in memory; importing this module does not start Node."""

from __future__ import annotations

import gc
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from heliostat.manifests.errors import FailedError, HeliostatError, RefusedError
from heliostat.render.project import ENVIRONMENTS, Project
from heliostat.render.start import start
from heliostat.render.tree import Tree, tree_of
from heliostat.schemas.project import FOLDER


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


def render(project: Project, name: str) -> Rendering | Failure:
    """Render one environment, in a process that is there for it; whatever goes wrong is the answer."""
    began = time.perf_counter()
    try:
        with _garbage_left():
            tree = _tree(project, name)
    except HeliostatError as error:
        return Failure(name, error, traceback.format_exc())
    except BaseException as error:  # a fault of ours, or a handler of an author's, which must not hide what came of the others
        told = f"{name}: Heliostat itself failed: {type(error).__name__}: {error}"
        return Failure(name, FailedError(told, hint="--traceback shows where; please report it"), traceback.format_exc())
    return Rendering(name, tree, time.perf_counter() - began)


@contextmanager
def _garbage_left() -> Iterator[None]:
    """Look for garbage once, afterwards: nearly all that is made meanwhile is in use until the end."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect(0)


def _tree(project: Project, name: str) -> Tree:
    start()  # Node, which no two processes may share: each imports for itself what needs it
    from heliostat.render.completion import completed  # noqa: PLC0415  # needs Node
    from heliostat.render.load import authors_code, load  # noqa: PLC0415  # needs Node
    from heliostat.render.monitoring import held_against_monitoring  # noqa: PLC0415  # needs Node
    from heliostat.render.operators import held_against_operators  # noqa: PLC0415  # needs Node
    from heliostat.render.synth import synthesise  # noqa: PLC0415  # needs Node

    environment = load(project, name)
    with authors_code(project.file(name)):
        synthesis = synthesise(environment)
    synthesis = held_against_monitoring(environment, held_against_operators(environment, synthesis))
    synthesis = completed(environment, synthesis)
    try:
        tree = tree_of(synthesis.apps, environment.targets, project.root / ENVIRONMENTS / FOLDER)
    except RefusedError as error:
        raise RefusedError([*synthesis.refused, *error.problems]) from error
    if synthesis.refused:
        raise RefusedError(synthesis.refused)
    return tree
