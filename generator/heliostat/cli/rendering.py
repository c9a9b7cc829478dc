"""What `render` and `check` have in common: their arguments, and environments rendered in memory."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import click

from heliostat.cli.folder_path import FolderPath
from heliostat.cli.report import end_after, warn
from heliostat.render.processes import default_jobs, renderings
from heliostat.render.project import Project
from heliostat.render.run import Failure, Rendering
from heliostat.render.standing import environments_in
from heliostat.render.tree import NO_TREE

Function = TypeVar("Function", bound=Callable[..., Any])
Answer = TypeVar("Answer")

_ARGUMENTS = (
    click.argument("environments", metavar="[ENV]...", nargs=-1),
    click.option("--out", type=FolderPath(), help="The folder instead of out/ in the project."),
    click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes that render; by default as many as pay."),
)


def rendering_arguments(function: Function) -> Function:
    """Give a command `[ENV]...`, `--out` and `--jobs`."""
    for argument in reversed(_ARGUMENTS):
        function = argument(function)
    return function


def render_all(project: Project, environments: Sequence[str], out: Path, jobs: int | None) -> list[Rendering]:
    """Render the named environments, or all and then also the nothing that is left of those in out/ that are gone.

    Every error and every warning is told once, and an error ends the command.
    """
    names = project.chosen(environments)
    with closing(renderings(project, names, jobs or default_jobs(len(names)))) as coming:
        answers = sorted(_with_progress(coming, len(names)), key=lambda answer: answer.name)
    end_after({answer.error: answer.traceback for answer in answers if isinstance(answer, Failure)})
    done = [answer for answer in answers if isinstance(answer, Rendering)]
    for warning in dict.fromkeys(warning for rendering in done for warning in rendering.tree.warnings):
        warn(warning)
    if not environments:
        done += [Rendering(gone, NO_TREE, 0) for gone in environments_in(out) if gone not in project.names]
    return done


def _with_progress(coming: Iterable[Answer], total: int) -> Iterator[Answer]:
    """Show a bar while renderings come, where a terminal is there."""
    if not sys.stderr.isatty():
        yield from coming
        return
    from rich.console import Console  # noqa: PLC0415  # takes a while, and only a terminal needs it
    from rich.progress import Progress  # noqa: PLC0415  # the same

    # without a thread of its own, which processes that are forked meanwhile would not have
    with Progress(
        console=Console(stderr=True), transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
    ) as progress:
        task = progress.add_task("rendering", total=total)
        progress.refresh()
        for answer in coming:
            progress.advance(task)
            progress.refresh()
            yield answer
