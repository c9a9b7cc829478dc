"""What `render` and `check` have in common: their arguments, and environments rendered in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import Progress

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
    done: list[Rendering] = []
    console = Console(stderr=True)
    bar = Progress(
        console=console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False, disable=not console.is_terminal
    )
    with bar, closing(renderings(project, names, jobs or default_jobs(len(names)))) as coming:
        task = bar.add_task("rendering", total=len(names))
        for rendering in coming:
            done.append(rendering)
            bar.advance(task)
            bar.refresh()
    done.sort(key=lambda rendering: rendering.name)
    failed = {str(rendering.error): (rendering.error, rendering.traceback) for rendering in done if rendering.error is not None}
    for error, trace in failed.values():
        report(error, trace)
    if failed:
        raise click.exceptions.Exit(max(error.exit_code for error, _ in failed.values()))
    for warning in dict.fromkeys(warning for rendering in done if rendering.tree for warning in rendering.tree.warnings):
        warn(warning)
    return done
