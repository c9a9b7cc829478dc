"""Trees of files to write one after the other, and what is left of a write that ends early."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.out_index import INDEX_NAME, IndexEntry, format_index, sha256_of
from heliostat.render.folder import Folder
from heliostat.render.settle import settle
from heliostat.render.write import write_tree
from tests.render.disk import Stopped, failing_at, stop

Files = Mapping[str, str]


def indexed(**files: str) -> dict[str, str]:
    """Complete files, named `app__namespace__name`, with their index."""
    named = {f"{name.replace('__', '/')}.yaml": text for name, text in files.items()}
    entries = [IndexEntry(path, ObjectRef("", "ConfigMap", None, path), sha256_of(text.encode()), "") for path, text in named.items()]
    return {**named, INDEX_NAME: format_index(entries, {})}


NOTHING: Files = {}
OLD = indexed(queues___cluster__a="a: 1\n", queues___cluster__b="b: 1\n", team__ns__c="c: 1\n", gone__ns__d="d: 1\n", gone__ns__e="e: 1\n")
NEW = indexed(
    queues___cluster__a="a: 2\n", queues___cluster__b="b: 1\n", team__ns__c="c: 2\n", team__other__f="f: 1\n", new__ns__g="g: 1\n"
)


def tree(files: Files) -> dict[str, bytes | None]:
    """What `snapshot` reads where exactly these files are."""
    folders = {parent.as_posix(): None for path in files for parent in Path(path).parents}
    return {**folders, **{path: text.encode() for path, text in files.items()}}


def prepared(root: Path, files: Files) -> Path:
    """Lay a folder out as an earlier write left it."""
    place = root / "out" / "prod"
    place.parent.mkdir(parents=True)
    for path, text in files.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text)
    return place


def stopped_write(place: Path, files: Files, step: int) -> bool:
    """Write until the process would end at a step; False when it is through before."""
    try:
        with failing_at(step, stop, lasting=True) as fault:
            write_tree(place, files)
    except Stopped:
        return True
    return fault.reached


def settled(place: Path) -> None:
    """Do what the next command does first."""
    if place.exists():
        with Folder.locked(place) as folder:
            settle(folder)


def without_empty(found: dict[str, bytes | None]) -> dict[str, bytes | None]:
    """Leave out folders that hold no file: Git does not know them, and the next write takes them."""
    files = {path: content for path, content in found.items() if content is not None}
    return {**{parent.as_posix(): None for path in files for parent in Path(path).parents}, **files}
