"""Renders an environment in memory; importing this module does not start Node."""

from __future__ import annotations

import time
import traceback
from dataclasses import dataclass

from heliostat.manifests.errors import FailedError, HeliostatError, RefusedError
from heliostat.render.project import ENVIRONMENTS, Project
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
    start = time.perf_counter()
    try:
        tree = _tree(project, name)
    except HeliostatError as error:
        return Failure(name, error, traceback.format_exc())
    except BaseException as error:  # a fault of ours, or a handler of an author's, which must not hide what came of the others
        told = f"{name}: Heliostat itself failed: {type(error).__name__}: {error}"
        return Failure(name, FailedError(told, hint="--traceback shows where; please report it"), traceback.format_exc())
    return Rendering(name, tree, time.perf_counter() - start)


def _tree(project: Project, name: str) -> Tree:
    # these start Node, which no two processes may share, so each imports them for itself
    from heliostat.render.feature_gates import gates_checked  # noqa: PLC0415
    from heliostat.render.load import authors_code, load  # noqa: PLC0415
    from heliostat.render.synth import synthesise  # noqa: PLC0415

    environment = load(project, name)
    with authors_code(project.file(name)):
        synthesis = synthesise(environment)
    synthesis = gates_checked(environment, synthesis)
    try:
        tree = tree_of(synthesis.apps, environment.targets, project.root / ENVIRONMENTS / FOLDER)
    except RefusedError as error:
        raise RefusedError([*synthesis.refused, *error.problems]) from error
    if synthesis.refused:
        raise RefusedError(synthesis.refused)
    return tree
