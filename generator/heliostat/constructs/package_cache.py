"""Where jsii keeps the packages that it unpacked, so that the next run need not: below the home directory, unless it is told otherwise."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from heliostat.manifests.errors import FailedError

CACHE = "JSII_RUNTIME_PACKAGE_CACHE"
"""jsii's variable that switches the cache off with `disabled`."""
_ROOT = "JSII_RUNTIME_PACKAGE_CACHE_ROOT"
"""jsii's variable that names another folder."""

_BELOW_HOME = (
    ("Library", "Caches", "com.amazonaws.jsii", "package-cache") if sys.platform == "darwin" else (".cache", "aws", "jsii", "package-cache")
)
"""jsii 1.142, @jsii/kernel, src/tar-cache/default-cache-root.ts."""


def settle_package_cache() -> None:
    """Switch the cache off where the home directory has no place for it: jsii then unpacks at every start.

    Left to itself jsii refuses some folders, and Node tries for ever to make others.

    Raises:
        FailedError: when somebody chose a folder that cannot be made.
    """
    if CACHE in os.environ:
        return
    root = os.environ.get(_ROOT)
    if root:
        _make(Path(root))
        return
    home = _home()
    if home is None or not home.is_absolute() or not _is_usable(home):
        os.environ[CACHE] = "disabled"


def _make(root: Path) -> None:
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        told = f"cannot make the folder that {_ROOT} names: {root}: {error.strerror}"
        raise FailedError(told, hint=f"name one that may be written, or set {CACHE}=disabled") from error


def _home() -> Path | None:
    try:
        return Path(os.environ["HOME"]) if "HOME" in os.environ else Path.home()
    except RuntimeError:  # the system knows no home of this user
        return None


def _is_usable(home: Path) -> bool:
    """Tell whether the folder can be made and written, and by nobody else (src/disk-cache/private-directory.ts)."""
    try:
        home.stat()
        folder = home
        for name in _BELOW_HOME:
            folder /= name
            folder.mkdir(mode=0o700, exist_ok=True)
        folder = folder.resolve()
        return os.access(folder, os.R_OK | os.W_OK | os.X_OK) and _is_private(folder)
    except OSError:
        return False


def _is_private(folder: Path) -> bool:
    ours, *above = [each.stat() for each in (folder, *folder.parents)]
    others = stat.S_IWGRP | stat.S_IWOTH
    return (
        ours.st_uid == os.getuid()
        and not ours.st_mode & others
        and all(each.st_uid in (os.getuid(), 0) and (not each.st_mode & others or each.st_mode & stat.S_ISVTX) for each in above)
    )
