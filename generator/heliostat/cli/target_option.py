"""`--target`: the versions that a cluster runs, as a command line names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

import click

from heliostat.manifests.guess import did_you_mean
from heliostat.schemas.targets import Targets

PRODUCTS = tuple(field.name for field in fields(Targets))
"""What `--target` takes."""

target_option = click.option(
    "--target", "targets", multiple=True, metavar="PRODUCT=VERSION", help="A version that runs, such as kuberay=1.6.2; repeatable."
)


def targets_of(given: Sequence[str], known: Mapping[str, str]) -> Targets:
    """Take the versions that are known of a cluster, changed by what the command line says.

    Raises:
        UsageError: an option does not name a product and a version.
        ConfigurationError: a version is none, or not supported.
    """
    versions = dict(known)
    for each in given:
        product, equals, version = each.partition("=")
        if not equals or product not in PRODUCTS:
            raise click.UsageError(f"--target {each}: expected PRODUCT=VERSION{did_you_mean(product, PRODUCTS)}")
        versions[product] = version
    return Targets(**versions)
