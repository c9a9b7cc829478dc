"""Why a kind has no schema: misspelled, of another version, or simply not ours to judge."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from pathlib import Path

from heliostat.schemas.place import close_to
from heliostat.schemas.products import NAMES, product_of
from heliostat.schemas.store import catalogues
from heliostat.schemas.targets import SUPPORTED, Targets, minor


def why_unknown(api_version: str, kind: str, targets: Targets, folder: Path | None = None) -> str | None:
    """Say in one sentence why no API server of these targets takes objects of a kind.

    None where one does, and where nothing is known of the group: CRDs that were not imported may be there all the same. Groups
    without a dot are Kubernetes' own.

    Raises:
        FailedError: a file in the folder is not usable.
    """
    group = _group(api_version)
    known = _known(group, targets, folder)
    if (api_version, kind) in known or kind == "List":
        return None
    kinds = sorted({name for served, name in known if _group(served) == group})
    if not kinds and "." in group:
        return None
    source = next(catalogues(group, targets, folder)).source
    elsewhere = sorted(served for served, name in known if name == kind)
    if elsewhere:
        return f"{source} serves {kind} as {' and '.join(elsewhere)}, not as {api_version}"
    return f"{source} has no kind {kind} in {group or 'v1'}{_hint(api_version, kind, targets, kinds)}"


def _known(group: str, targets: Targets, folder: Path | None) -> set[tuple[str, str]]:
    return set(chain.from_iterable(catalogue.known for catalogue in catalogues(group, targets, folder)))


def _hint(api_version: str, kind: str, targets: Targets, kinds: list[str]) -> str:
    guess = close_to(kind, kinds)
    product = product_of(_group(api_version))
    others = [
        version
        for version in SUPPORTED[product]
        if version != minor(getattr(targets, product))
        and (api_version, kind) in _known(_group(api_version), replace(targets, **{product: version}), None)
    ]
    if others:
        return f", {NAMES[product]} {' and '.join(others)} {'has' if len(others) == 1 else 'have'} it"
    return f', did you mean "{guess}"' if guess else ""


def _group(api_version: str) -> str:
    return api_version.rpartition("/")[0]
