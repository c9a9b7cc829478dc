"""CRDs that a project imports for itself: one catalogue for each API group, committed beside the environments that use it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from heliostat.manifests.errors import ConfigurationError, FailedError
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.origin import shown
from heliostat.manifests.system_error import advice
from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.compiled import compile_documents
from heliostat.schemas.crd_files import read_crds
from heliostat.schemas.crds import schemas_of
from heliostat.schemas.store import schema_of
from heliostat.schemas.structure import object_of
from heliostat.schemas.targets import Targets

FOLDER = "_schemas"
"""Name of the folder with a project's own catalogues, inside the folder of environments."""


@dataclass(frozen=True, slots=True)
class ImportedGroup:
    """What an import did to the catalogue of one API group."""

    file: Path
    kinds: tuple[str, ...]
    """The kinds that were imported now, each with its versions: `Application (v1alpha1)`."""
    changed: bool


def import_crds(files: Sequence[Path], folder: Path) -> list[ImportedGroup]:
    """Take the CRDs in some files into a project; CRDs that were imported before stay, of two with one name the new one counts.

    Everything is read and checked before the first file is written. Equal CRDs give equal files, in whatever order they come.

    Args:
        files: YAML or JSON files that hold CRDs, other objects in them are passed over.
        folder: where the project keeps its catalogues; it is made where it is missing.

    Raises:
        ConfigurationError: naming every file that is not usable.
        FailedError: a catalogue cannot be read or written.
    """
    groups = _by_group(files)
    made = {folder / f"{group}.json": _catalogue(group, crds, folder) for group, crds in sorted(groups.items())}
    return [_write(file, catalogue, groups[catalogue.source]) for file, catalogue in made.items()]


def _by_group(files: Sequence[Path]) -> dict[str, list[JsonObject]]:
    groups: dict[str, list[JsonObject]] = {}
    refused = []
    for file in files:
        try:
            for crd in read_crds(file):
                groups.setdefault(str(object_of(crd["spec"])["group"]), []).append(crd)
        except ConfigurationError as error:
            refused.append(str(error))
    if refused:
        raise ConfigurationError("\n".join(refused))
    return groups


def _catalogue(group: str, crds: Sequence[JsonObject], folder: Path) -> Catalogue:
    file = folder / f"{group}.json"
    before = Catalogue.from_file(file) if os.path.lexists(file) else None
    kept = [before.crd(name) for name in before.crds] if before is not None else []
    made = Catalogue.of_crds(group, [*kept, *crds])
    for api_version, kind in made.served:
        try:
            compile_documents([schema_of(made, api_version, kind, Targets()).document])
        except ValueError as error:
            raise ConfigurationError(f"the schema of {api_version} {kind} is not usable: {str(error).splitlines()[0]}") from error
    return made


def _write(file: Path, catalogue: Catalogue, crds: Sequence[JsonObject]) -> ImportedGroup:
    kinds = tuple(sorted({_shown(crd) for crd in crds}))
    text = catalogue.to_text()
    try:
        if file.exists() and file.read_text(encoding="utf-8") == text:
            return ImportedGroup(file, kinds, changed=False)
        file.parent.mkdir(parents=True, exist_ok=True)
        with _unfinished(file) as unfinished:
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(file)
    except OSError as error:
        raise FailedError(f"{shown(str(file))} cannot be written: {error.strerror}", hint=advice(error)) from error
    return ImportedGroup(file, kinds, changed=True)


@contextmanager
def _unfinished(file: Path) -> Iterator[Path]:
    """Name a file to write in place of another, and leave nothing of it where that fails."""
    unfinished = file.with_suffix(".unfinished")
    try:
        yield unfinished
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise


def _shown(crd: JsonObject) -> str:
    kind = object_of(object_of(crd["spec"])["names"])["kind"]
    return f"{kind} ({', '.join(str(version['name']) for version, _ in schemas_of(crd) if version.get('served'))})"
