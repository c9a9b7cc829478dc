"""`heliostat render`: environments become files in out/."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import click

from heliostat.cli.rendering import render_all, rendering_arguments
from heliostat.cli.report import end_after
from heliostat.cli.table import fitting, terminal_width
from heliostat.manifests.errors import HeliostatError
from heliostat.render.project import Project, working_folder
from heliostat.render.run import Rendering
from heliostat.render.write import Written, write_tree

_COLUMNS = ("environment", "apps", "objects", "written", "unchanged", "removed", "seconds")
_DISPENSABLE = ("seconds", "unchanged", "apps", "objects")


@click.command("render")
@rendering_arguments
def command(environments: Sequence[str], out: Path | None, jobs: int | None) -> None:
    """Render environments into out/.

    All environments unless some are named. Nothing is written unless all of them render; each one's folder is then replaced as a
    whole. Files that Heliostat did not write are never touched. Without names, folders of environments that are gone are removed.
    """
    project = Project.around(working_folder())
    out = out or project.root / "out"
    renderings = render_all(project, environments, out, jobs)
    rows: list[tuple[str, ...]] = []
    errors: dict[HeliostatError, str | None] = {}
    for rendering in renderings:
        start = time.perf_counter()
        try:
            written = write_tree(out / rendering.name, rendering.tree.files)
        except HeliostatError as error:
            errors[error] = None
        else:
            rows.append(_row(rendering, written, rendering.seconds + time.perf_counter() - start))
    if rows:
        columns = dict(zip(_COLUMNS, zip(*rows, strict=True), strict=True))
        click.echo(fitting(columns, _DISPENSABLE, terminal_width()), nl=False)
    end_after(errors)


def _row(rendering: Rendering, written: Written, seconds: float) -> tuple[str, ...]:
    counts = (rendering.tree.apps, rendering.tree.objects, written.written, written.unchanged, written.removed)
    return (rendering.name, *map(str, counts), f"{seconds:.2f}")
