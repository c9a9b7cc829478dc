"""`heliostat schemas`: what Heliostat knows of other people's APIs."""

from __future__ import annotations

from pathlib import Path

import click

from heliostat.cli.folder_path import FolderPath
from heliostat.cli.target_option import target_option, targets_of
from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.origin import shown
from heliostat.render.project import ENVIRONMENTS, root_around, working_folder
from heliostat.schemas.export import export_schemas
from heliostat.schemas.project import FOLDER, import_crds


@click.group("schemas")
def command() -> None:
    """Teach Heliostat the custom resources of your platform."""


@command.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(path_type=Path))
@click.option(
    "--into",
    "folder",
    type=FolderPath(),
    help=f"Folder that keeps what is imported, instead of {ENVIRONMENTS}/{FOLDER} in the project, where renders look for it.",
)
def import_command(files: tuple[Path, ...], folder: Path | None) -> None:
    """Import the CustomResourceDefinitions in YAML or JSON files.

    From then on objects of their kinds are checked against their schemas when they are rendered. Importing a newer CRD replaces
    the older one. What keeps them is part of the project: commit it.
    """
    for group in import_crds(files, folder or root_around(working_folder()) / ENVIRONMENTS / FOLDER):
        click.echo(f"{shown(str(group.file))}: {', '.join(group.kinds)}{'' if group.changed else ', unchanged'}")


@command.command("export")
@click.argument("folder", metavar="DIR", type=FolderPath())
@target_option
@click.option(
    "--from",
    "own",
    type=FolderPath(),
    help=f"Folder that keeps what was imported, instead of {ENVIRONMENTS}/{FOLDER} in the project, where there is one.",
)
def export_command(folder: Path, targets: tuple[str, ...], own: Path | None) -> None:
    """Write the schemas of all kinds as files that kubeconform reads.

    They are strict, refer to nothing outside themselves, and need no network:

    kubeconform -schema-location 'DIR/{{.ResourceKind}}-{{.Group}}-{{.ResourceAPIVersion}}.json' FILE…
    """
    written = export_schemas(folder, targets_of(targets, {}), own or _own_schemas())
    click.echo(f"{shown(str(folder))}: {len(written)} schemas")


def _own_schemas() -> Path | None:
    """Name the folder of what the project imported; kubeconform is also for those who have none."""
    try:
        return root_around(working_folder()) / ENVIRONMENTS / FOLDER
    except ConfigurationError:
        return None
