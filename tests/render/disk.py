"""A disk that fails at a chosen step, for tests of what is left behind."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_CHANGES = ("mkdir", "write", "replace", "unlink", "rmdir")


class Stopped(BaseException):
    """The process ends here: nothing that it would still do reaches the disk."""


class Fault:
    """Counts the steps that change the disk and acts at one of them."""

    def __init__(self, step: int, act: Callable[[], None], *, lasting: bool) -> None:
        self.steps = 0
        self._step = step
        self._act = act
        self._lasting = lasting

    def before_change(self) -> None:
        """Count one step, and act when it is the chosen one or, if lasting, any later one."""
        self.steps += 1
        if self.steps == self._step or (self._lasting and self.steps > self._step):
            self._act()

    @property
    def reached(self) -> bool:
        """Tell whether there was such a step."""
        return self.steps >= self._step


@contextmanager
def failing_at(step: int, act: Callable[[], None], *, lasting: bool = False) -> Iterator[Fault]:
    """Act just before the given step (from 1) that would change the disk; `lasting` acts before all later ones too."""
    fault = Fault(step, act, lasting=lasting)
    with pytest.MonkeyPatch.context() as patch:
        for name in _CHANGES:
            patch.setattr(os, name, _counted(fault, getattr(os, name)))
        patch.setattr(os, "fsync", _counted(fault, lambda descriptor: None))  # a process that ends loses nothing, synced or not
        patch.setattr(os, "open", _counted(fault, os.open, only=lambda flags: bool(flags & os.O_CREAT)))
        yield fault


def _counted(fault: Fault, function: Callable[..., Any], only: Callable[[int], bool] | None = None) -> Callable[..., Any]:
    def counted(*args: Any, **kwargs: Any) -> Any:
        if only is None or only(args[1]):
            fault.before_change()
        return function(*args, **kwargs)

    return counted


def stop() -> None:
    """End the process as SIGKILL does; with `lasting`, the disk stays as it is at that step."""
    raise Stopped


def snapshot(folder: Path) -> dict[str, bytes | None]:
    """Read everything below a folder, folders as None and links as where they lead; nothing at all when it is not there."""
    if not folder.exists():
        return {}
    return {".": None, **{path.relative_to(folder).as_posix(): _content(path) for path in folder.rglob("*")}}


def _content(path: Path) -> bytes | None:
    if path.is_symlink():
        return f"-> {path.readlink()}".encode()
    if path.is_dir():
        return None
    return path.read_bytes() if path.is_file() else b"(neither a file nor a folder)"
