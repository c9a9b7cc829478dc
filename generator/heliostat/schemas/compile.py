"""Rebuild `schemas/data/` from upstream's own files: `python -m heliostat.schemas.compile PRODUCT VERSION FILE…`.

PRODUCT is `kubernetes` with the JSON files of api/openapi-spec/v3, or another one with the YAML files of its CRDs.
"""

from __future__ import annotations

from pathlib import Path

import click

from heliostat.manifests.errors import ConfigurationError
from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.crd_files import read_crds
from heliostat.schemas.openapi import import_openapi
from heliostat.schemas.products import BUILT_IN_KINDS, NAMES, data_file
from heliostat.schemas.targets import minor


def compile_product(product: str, version: str, files: list[Path]) -> Catalogue:
    """Make the catalogue of one version of a product from upstream's files, in any order."""
    source = f"{NAMES[product]} {minor(version)}"
    if product == "kubernetes":
        return import_openapi(source, version, files, BUILT_IN_KINDS)
    return Catalogue.of_crds(source, [crd for file in files for crd in read_crds(file)], version=version)


@click.command(help=__doc__)
@click.argument("product", type=click.Choice(sorted(NAMES)))
@click.argument("version")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def main(product: str, version: str, files: tuple[Path, ...]) -> None:
    """Write the catalogue of one version of a product."""
    try:
        catalogue = compile_product(product, version, list(files))
    except ConfigurationError as error:
        raise click.UsageError(str(error)) from error
    target = data_file(product, version)
    target.write_text(catalogue.to_text(), encoding="utf-8")
    click.echo(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
