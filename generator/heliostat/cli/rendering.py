"""What `render` and `check` have in common: their arguments, and environments rendered in memory."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import click

from heliostat.cli.report import report, warn
from heliostat.render.project import Project
from heliostat.render.run import Rendering, default_jobs, renderings

Function = TypeVar("Function", bound=Callable[..., Any])

_ARGUMENTS = (
    click.argument("environments", metavar="[ENV]...", nargs=-1),
    click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder instead of out/ in the project."),
    click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes that render; by default as many as pay."),
)


def rendering_arguments(function: Function) -> Function:
    """Give a command `[ENV]...`, `--out` and `--jobs`."""
    for argument in reversed(_ARGUMENTS):
        function = argument(function)
    return function


def render_all(project: Project, names: Sequence[str], jobs: int | None) -> list[Rendering]:
    """Render environments and sort what comes; tell every error and every warning once, and end the command after an error."""
    with closing(renderings(project, names, jobs or default_jobs(len(names)))) as coming:
        done = sorted(_with_progress(coming, len(names)), key=lambda rendering: rendering.name)
    failed = {str(rendering.error): (rendering.error, rendering.traceback) for rendering in done if rendering.error is not None}
    for error, trace in failed.values():
        report(error, trace)
    if failed:
        raise click.exceptions.Exit(max(error.exit_code for error, _ in failed.values()))
    for warning in dict.fromkeys(warning for rendering in done if rendering.tree for warning in rendering.tree.warnings):
        warn(warning)
    return done


def _with_progress(coming: Iterable[Rendering], total: int) -> Iterator[Rendering]:
    """Show a bar while renderings come, where a terminal is there."""
    if not sys.stderr.isatty():
        yield from coming
        return
    from rich.console import Console  # noqa: PLC0415  # takes a while
    from rich.progress import Progress  # noqa: PLC0415

    # without a thread of its own, which processes that are forked meanwhile would not have
    with Progress(
        console=Console(stderr=True), transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
    ) as progress:
        task = progress.add_task("rendering", total=total)
        progress.refresh()
        for rendering in coming:
            progress.advance(task)
            progress.refresh()
            yield rendering
