"""A folder held open: everything below it is reached from its descriptor step by step, and no symbolic link is ever followed."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, Protocol

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.origin import shown

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NO_FILE = (errno.ELOOP, errno.ENXIO)
"""What opening a symbolic link or a socket answers."""
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


HINT = "move it away: Heliostat follows no links and replaces nothing but files that it wrote"


class ObstacleError(ConfigurationError):
    """Something stands at a path that is neither a file nor, where one is needed, a folder."""

    def __init__(self, where: str, expected: Literal["file", "folder"]) -> None:
        self.where = where
        self.fault = f"is not a {expected}"
        super().__init__(f"{where}: {self.fault}", hint=HINT)


class Readable(Protocol):
    """What can be read like a folder."""

    @property
    def name(self) -> str:
        """The folder as messages call it."""

    def read(self, path: str) -> bytes | None:
        """Read a file; None when there is nothing at its path.

        Raises:
            ObstacleError: when something else than a file is there, or something else than a folder above it.
        """

    def paths(self) -> list[str]:
        """List everything below the folder that is not itself a folder, sorted."""


_MOST_HELD = 32


class Folder:
    """Files below one folder, by their paths relative to it, with `/`. Errors of the system carry the whole path.

    A folder below it is held open once it was reached: most operations follow another one in the same folder.
    """

    def __init__(self, descriptor: int, name: str) -> None:
        self._descriptor = descriptor
        self._held: dict[str, int] = {}
        self._operations = 0
        self.name = name
        """The folder as messages call it."""

    @classmethod
    @contextmanager
    def locked(cls, place: Path, *, shared: bool = False, create: bool = False) -> Iterator[Folder]:
        """Hold a folder, alone or with others that only read it; waits for whoever holds it otherwise.

        Raises:
            ObstacleError: when a file or a link stands there.
            OSError: when it is missing or cannot be opened or locked.
        """
        while True:
            above = _open_above(place, create=create)
            try:
                descriptor = _open_folder(place.name, above, shown(str(place)), create=create)
            finally:
                os.close(above)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
                if _is_still_at(place, descriptor):
                    folder = cls(descriptor, shown(str(place)))
                    try:
                        yield folder
                    finally:
                        folder._let_go()
                    return
            finally:
                os.close(descriptor)

    def read(self, path: str) -> bytes | None:
        """Read a file, see Readable."""
        try:
            with self._inside(path) as (parent, name):
                descriptor = os.open(name, _READ, dir_fd=parent)
                try:
                    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                        raise ObstacleError(self._named(path), "file")
                    with open(descriptor, "rb", closefd=False) as file:
                        return file.read()
                except MemoryError as error:
                    raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)) from error
                finally:
                    os.close(descriptor)
        except FileNotFoundError:
            return None
        except OSError as error:
            if error.errno in _NO_FILE:
                raise ObstacleError(self._named(path), "file") from error
            raise

    def names(self, path: str = "") -> list[str]:
        """List what is directly in this folder or one below it; nothing when that is missing."""
        try:
            with self._inside(f"{path}/" if path else "") as (descriptor, _), os.scandir(descriptor) as entries:
                return sorted(entry.name for entry in entries)
        except FileNotFoundError:
            return []

    def paths(self) -> list[str]:
        """List everything that is not a folder, see Readable."""
        found: list[str] = []
        folders = [""]
        while folders:
            above = folders.pop()
            with self._inside(above) as (descriptor, _), os.scandir(descriptor) as entries:
                for entry in entries:
                    path = above + entry.name
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(f"{path}/")
                    else:
                        found.append(path)
        return sorted(found)

    def create(self, path: str, content: bytes, *, durable: bool = False) -> None:
        """Write a new file, and the folders above it; `durable` waits until a power cut would not lose it."""
        with self._inside(path, create=True) as (parent, name):
            descriptor = os.open(name, _CREATE, 0o666, dir_fd=parent)
            try:
                rest = memoryview(content)
                while rest:
                    rest = rest[os.write(descriptor, rest) :]
                if durable:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)

    def move(self, source: str, target: str) -> None:
        """Rename a file, over the one that is there, and make the folders above its new place."""
        with self._inside(target, create=True) as (parent, name), self._inside(source) as (old_parent, old_name):
            os.replace(old_name, name, src_dir_fd=old_parent, dst_dir_fd=parent)

    def has_file(self, path: str) -> bool:
        """Tell whether a file is at a path.

        Raises:
            ObstacleError: when something else is there.
        """
        with suppress(FileNotFoundError), self._inside(path) as (parent, name):
            if not stat.S_ISREG(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode):
                raise ObstacleError(self._named(path), "file")
            return True
        return False

    def remove(self, path: str) -> None:
        """Remove a file."""
        with self._inside(path) as (parent, name):
            os.unlink(name, dir_fd=parent)

    def prune(self, path: str) -> None:
        """Remove the folders above a path that are empty, up to this one."""
        steps = path.split("/")[:-1]
        while steps:
            try:
                with self._inside("/".join(steps)) as (parent, name):
                    os.rmdir(name, dir_fd=parent)
                    self._let_go("/".join(steps))
            except FileNotFoundError:
                pass
            except ObstacleError:
                return
            except OSError as error:
                if error.errno in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR):
                    return
                raise
            steps.pop()

    def _named(self, path: str) -> str:
        return f"{self.name}/{path}".rstrip("/")

    def _inside(self, path: str, *, create: bool = False) -> _Inside:
        """Open the folder that a path lies in, and name the file in it."""
        return _Inside(self, path, create=create)

    def _open(self, path: str, *, create: bool) -> int:
        """Open a folder step by step, unless it is held open."""
        if not path:
            return self._descriptor
        if path not in self._held:
            steps = path.split("/")
            descriptor = os.dup(self._descriptor)
            for depth, step in enumerate(steps, start=1):
                try:
                    below = _open_folder(step, descriptor, self._named("/".join(steps[:depth])), create=create)
                finally:
                    os.close(descriptor)
                descriptor = below
            self._held[path] = descriptor
        return self._held[path]

    def _let_go(self, path: str | None = None) -> None:
        """Close a folder that is held open, or all of them."""
        for held in [each for each in self._held if path is None or each == path]:
            os.close(self._held.pop(held))


class _Inside:
    """The folder that a path lies in, open, and the name of the file in it; written out since it is entered for every file."""

    __slots__ = ("_create", "_folder", "_path")

    def __init__(self, folder: Folder, path: str, *, create: bool) -> None:
        self._folder, self._path, self._create = folder, path, create

    def __enter__(self) -> tuple[int, str]:
        folder = self._folder
        if not folder._operations and len(folder._held) >= _MOST_HELD:
            folder._let_go()
        above, _, name = self._path.rpartition("/")
        descriptor = folder._open(above, create=self._create)
        folder._operations += 1
        return descriptor, name

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self._folder._operations -= 1
        if isinstance(error, OSError):
            error.filename = self._folder._named(self._path)
            error.filename2 = None


def _open_above(place: Path, *, create: bool) -> int:
    """Open the folder that another lies in; symbolic links on the way to it are the business of whoever named it."""
    parent = place.parent
    try:
        if create and not parent.is_dir():
            with suppress(FileExistsError):
                parent.mkdir(parents=True)
        return _open_folder(str(parent), None, shown(str(parent)))
    except (FileNotFoundError, NotADirectoryError, ObstacleError) as error:
        for folder in reversed(place.parents):
            if os.path.lexists(folder) and not folder.is_dir():
                raise ObstacleError(shown(str(folder)), "folder") from error
        raise


def _open_folder(name: str, parent: int | None, where: str, *, create: bool = False) -> int:
    try:
        return os.open(name, _FOLDER, dir_fd=parent)
    except OSError as error:
        error.filename = where
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise ObstacleError(where, "folder") from error
        if error.errno != errno.ENOENT or not create:
            raise
    _make_folder(name, parent, where)
    return _open_folder(name, parent, where)


def _make_folder(name: str, parent: int | None, where: str) -> None:
    try:
        os.mkdir(name, dir_fd=parent)
    except FileExistsError:
        pass
    except OSError as error:
        error.filename = where
        raise


def _is_still_at(place: Path, descriptor: int) -> bool:
    """Tell whether the folder was not removed while its lock was awaited."""
    try:
        return os.path.samestat(place.lstat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
