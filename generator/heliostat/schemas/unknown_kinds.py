"""Why a kind has no schema: misspelled, of another version, or simply not ours to judge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.place import close_to
from heliostat.schemas.products import NAMES, SHARED_GROUPS, UNTARGETED, product_of
from heliostat.schemas.store import catalogues
from heliostat.schemas.targets import OPTIONAL, SUPPORTED, Targets, minor

_OWN = "your schemas"


def why_unknown(api_version: str, kind: str, targets: Targets, folder: Path | None = None) -> str | None:
    """Say in one sentence why no API server of these targets takes objects of a kind.

    None where one does, and where nothing is known of the group: CRDs that were not imported may be there all the same. Groups
    without a dot are Kubernetes' own; in a shared group, and where no target says which version there is, only what is close to a
    known kind is told. A group of a product that the
    cluster is without, as its targets say, is there only where a project imported it.

    Raises:
        FailedError: a file in the folder is not usable.
    """
    group = _group(api_version)
    asked = list(catalogues(group, targets, folder))
    known = _known(asked)
    if (api_version, kind) in known or kind == "List":
        return None
    kinds = sorted({name for served, name in known if _group(served) == group})
    product = product_of(group)
    if not kinds and product in OPTIONAL and getattr(targets, product) is None:
        said = f'targets=Targets({product}="{OPTIONAL[product]}")'
        return f"needs the CRDs of the {NAMES[product]}, which the Environment says are there by {said}"
    if not kinds and "." in group:
        return None
    having = [catalogue for catalogue in asked if any(name == kind for _, name in catalogue.known)]
    if having and product in UNTARGETED:
        return None
    if (group in SHARED_GROUPS or product in UNTARGETED) and not having and close_to(kind, kinds) is None:
        return None
    if having:
        elsewhere = sorted({served for served, name in known if name == kind})
        return f"{_whose(having, group)} {kind} as {' and '.join(elsewhere)}, not as {api_version}"
    of_group = [catalogue for catalogue in asked if any(_group(served) == group for served, _ in catalogue.known)]
    return f"{_whose(of_group or asked, group)} no kind {kind} in {api_version}{_hint(api_version, kind, targets, kinds)}"


def _whose(found: Sequence[Catalogue], group: str) -> str:
    """Name whose schemas these are, with the verb; what a project imported is called after its group."""
    names = [_OWN if catalogue.source == group else catalogue.source for catalogue in found]
    return f"{' and '.join(names)} {'have' if len(names) > 1 or _OWN in names else 'has'}"


def _known(asked: Iterable[Catalogue]) -> set[tuple[str, str]]:
    return set(chain.from_iterable(catalogue.known for catalogue in asked))


def _hint(api_version: str, kind: str, targets: Targets, kinds: list[str]) -> str:
    guess = close_to(kind, kinds)
    product = product_of(_group(api_version))
    others = [
        version
        for version in SUPPORTED.get(product, ())
        if version not in _versions(targets, product)
        and (api_version, kind) in _known(catalogues(_group(api_version), replace(targets, **{product: version})))
    ]
    if others:
        return f", {NAMES[product]} {' and '.join(others)} {'has' if len(others) == 1 else 'have'} it"
    return f', did you mean "{guess}"' if guess else ""


def _versions(targets: Targets, product: str) -> tuple[str, ...]:
    """Name the minor version of a product that the cluster runs, if any."""
    version = getattr(targets, product)
    return () if version is None else (minor(version),)


def _group(api_version: str) -> str:
    return api_version.rpartition("/")[0]
