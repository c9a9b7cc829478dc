"""What the operating system refuses is told with its path and with what to do."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from heliostat.manifests.errors import FailedError
from heliostat.manifests.system_error import system_error


def told(number: int, path: str | None = None, hint: str | None = None) -> FailedError:
    """Tell a refusal of what is at out/dev or, where a path is named, of that."""
    return system_error(OSError(number, os.strerror(number), path), "out/dev", hint=hint)


@pytest.mark.parametrize(
    ("number", "path", "message", "hint"),
    [
        (errno.EACCES, "out/dev/a", "out/dev/a: Permission denied", "give whoever runs this the right to it"),
        (errno.EROFS, None, "out/dev: Read-only file system", "that disk is mounted to be read only"),
        (errno.ENOSPC, None, "out/dev: No space left on device", "make room on that disk"),
        (errno.ENAMETOOLONG, "x", "x: File name too long", "choose a shorter name"),
        (errno.EMFILE, None, "out/dev: Too many open files", "raise the limit on open files, `ulimit -n`"),
        (errno.EIO, None, "out/dev: Input/output error", None),
    ],
)
def test_advice(number: int, path: str | None, message: str, hint: str | None) -> None:
    """Message and hint follow from the number; what has no advice has no hint."""
    failed = told(number, path)

    assert (failed.exit_code, failed.message, failed.hint) == (3, message, hint)


def test_hint_of_the_caller() -> None:
    """What the caller has to say comes first."""
    assert told(errno.ENOSPC, hint="out/dev is as it was").hint == "out/dev is as it was; make room on that disk"


def test_path_below_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are told as people see them."""
    monkeypatch.chdir(tmp_path)

    assert told(errno.EIO, str(tmp_path / "out" / "a")).message == "out/a: Input/output error"


def test_error_without_number() -> None:
    """An error that has nothing but a text is told by it."""
    assert system_error(OSError("odd"), "out/dev").message == "out/dev: odd"
