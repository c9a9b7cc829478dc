"""Finds the files that are to be linted, and says which it passes over; each is read once."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from heliostat.manifests.origin import shown

SUFFIXES = (".yaml", ".yml", ".json")
"""Of files that a folder is searched for; a file that is named itself may be called anything."""

STDIN = "<stdin>"
LARGEST = 64 * 1024 * 1024
"""Bytes that are read of one file; the largest object that an API server takes has 3 MiB, and etcd keeps half of that."""


@dataclass(frozen=True, slots=True)
class Text:
    """The content of a file, as messages call it."""

    file: str
    content: bytes


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A file that was not linted, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that should have been linted and could not be read."""

    file: str
    reason: str


Source = Text | PassedOver | Unread


def read_paths(paths: Iterable[Path]) -> Iterator[Source]:
    """Read the files that are named, and those in the folders that are, sorted by their paths; every file once."""
    seen: set[tuple[int, int]] = set()
    for path in paths:
        files = list(_files(path))
        if not files:
            yield PassedOver(shown(str(path)), f"holds no {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} file")
        for file in files:
            if isinstance(file, (PassedOver, Unread)):
                yield file
                continue
            yield from _read(file, seen)


def read_stream(stream: BinaryIO) -> Source:
    """Read what is piped in."""
    content = stream.read(LARGEST + 1)
    return _too_large(STDIN) if len(content) > LARGEST else Text(STDIN, content)


def _files(path: Path) -> Iterator[Path | PassedOver | Unread]:
    try:
        is_folder = path.is_dir()
    except OSError as error:
        yield Unread(shown(str(path)), _told(error))
        return
    if not is_folder:
        yield path
        return
    try:
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError as error:
        yield Unread(shown(str(path)), _told(error))
        return
    for entry in entries:
        below = path / entry.name
        wanted = entry.name.endswith(SUFFIXES)
        if entry.name.startswith("."):
            if wanted:
                yield PassedOver(shown(str(below)), "is hidden")
        elif _is_folder(entry):
            if entry.is_symlink():
                yield PassedOver(shown(str(below)), "is a link to a folder")
            else:
                yield from _files(below)
        elif wanted:
            yield below


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # whoever reads it is told why
        return False


def _read(file: Path, seen: set[tuple[int, int]]) -> Iterator[Source]:
    name = shown(str(file))
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as stream:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                yield Unread(name, "is no file")
                return
            if (status.st_dev, status.st_ino) in seen:
                return
            seen.add((status.st_dev, status.st_ino))
            content = stream.read(LARGEST + 1)
    except OSError as error:
        yield Unread(name, _told(error))
        return
    yield _too_large(name) if len(content) > LARGEST else Text(name, content)


def _too_large(name: str) -> Unread:
    return Unread(name, f"is larger than {LARGEST // 1024 // 1024} MiB, which no manifest is")


def _told(error: OSError) -> str:
    return f"cannot be read: {error.strerror}"
