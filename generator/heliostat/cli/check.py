"""`heliostat check`: does out/ hold what the environments render?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from heliostat.cli.rendering import render_all, rendering_arguments
from heliostat.manifests.origin import shown
from heliostat.render.compare import WHOLE, Departure, State, compare
from heliostat.render.project import Project
from heliostat.render.standing import environments_in, read_standing

STALE = 1
"""Exit code of an out/ that is not what the environments render."""


@click.command("check")
@rendering_arguments
def command(environments: Sequence[str], out: Path | None, jobs: int | None) -> None:
    """Compare out/ with what the environments render.

    Writes nothing. Names every file that is stale, missing, edited by hand or not Heliostat's, with what would change. Exits with 1
    when there is one.
    """
    project = Project.around(Path.cwd())
    out = out or project.root / "out"
    done = render_all(project, project.chosen(environments), jobs)
    found = [
        (out / rendering.name, departure)
        for rendering in done
        if rendering.tree is not None
        for departure in compare(rendering.tree.files, read_standing(out / rendering.name))
    ]
    if not environments:
        gone = sorted(set(environments_in(out)) - set(project.names))
        found += [(out / name, Departure(WHOLE, "stale", ("there is no such environment",))) for name in gone]
    for place, departure in found:
        _tell(place, departure)
    if found:
        states = Counter(departure.state for _, departure in found)
        click.echo("")
        click.echo(f"{', '.join(f'{count} {state}' for state, count in states.items())}; {_remedy(states)}")
        raise click.exceptions.Exit(STALE)
    objects = sum(rendering.tree.objects for rendering in done if rendering.tree is not None)
    click.echo(f"{shown(str(out))}: {_counted(len(done), 'environment')}, {_counted(objects, 'object')}, as rendered")


def _tell(place: Path, departure: Departure) -> None:
    where = place if departure.path == WHOLE else place / departure.path
    click.echo(f"{shown(str(where))}: {departure.state}")
    for detail in departure.details:
        click.echo(f"  {detail}")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _remedy(states: Counter[State]) -> str:
    if not states.keys() - {"foreign"}:
        return "move foreign files away"
    render = "`heliostat render` writes what is rendered"
    return f"{render}; move foreign files away first" if "foreign" in states else render
