"""`heliostat check`: does out/ hold what the environments render?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from heliostat.cli.rendering import render_all, rendering_arguments
from heliostat.cli.report import end_after
from heliostat.manifests.errors import HeliostatError
from heliostat.manifests.origin import shown
from heliostat.render.compare import WHOLE, Departure, State, compare
from heliostat.render.folder import HINT
from heliostat.render.project import Project, working_folder
from heliostat.render.standing import standing_of

STALE = 1
"""Exit code of an out/ that is not what the environments render."""


@click.command("check")
@rendering_arguments
def command(environments: Sequence[str], out: Path | None, jobs: int | None) -> None:
    """Compare out/ with what the environments render.

    Writes nothing. Names every file that is stale, missing, edited by hand or not Heliostat's, with what would change, and what keeps
    `heliostat render` from changing it. Exits with 1 when there is one.
    """
    project = Project.around(working_folder())
    out = out or project.root / "out"
    renderings = render_all(project, environments, out, jobs)
    found: list[tuple[Path, Departure]] = []
    errors: dict[HeliostatError, str | None] = {}
    for rendering in renderings:
        place = out / rendering.name
        try:
            files = rendering.tree.files
            found += [(place, departure) for departure in compare(files, standing_of(place, files))]
        except HeliostatError as error:
            errors[error] = None
    for place, departure in found:
        _tell(place, departure)
    if found:
        states = Counter(departure.state for _, departure in found)
        click.echo("")
        click.echo(f"{', '.join(f'{count} {state}' for state, count in states.items())}; {_remedy(states)}")
    end_after(errors)
    if found:
        raise click.exceptions.Exit(STALE)
    objects = sum(rendering.tree.objects for rendering in renderings)
    click.echo(f"{shown(str(out))}: {_counted(len(renderings), 'environment')}, {_counted(objects, 'object')}, as rendered")


def _tell(place: Path, departure: Departure) -> None:
    where = place if departure.path == WHOLE else place / departure.path
    click.echo(f"{shown(str(where))}: {departure.state}")
    for detail in departure.details:
        click.echo(f"  {detail}")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _remedy(states: Counter[State]) -> str:
    if "in the way" in states:
        return HINT
    if not states.keys() - {"foreign"}:
        return "move foreign files away"
    render = "`heliostat render` writes what is rendered"
    return f"{render}; move foreign files away first" if "foreign" in states else render
