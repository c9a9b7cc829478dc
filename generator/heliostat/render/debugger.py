"""Keeps `breakpoint()` from waiting for somebody at a terminal, which the processes that render do not have."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_debugger() -> Iterator[None]:
    """While the code of an environment runs, have Python's own debugger quit where it is called.

    One that somebody chose, by PYTHONBREAKPOINT or an editor, is left to them: it may need no terminal.
    """
    if sys.breakpointhook is not sys.__breakpointhook__ or os.environ.get("PYTHONBREAKPOINT"):
        yield
        return
    sys.breakpointhook = _quit
    try:
        yield
    finally:
        sys.breakpointhook = sys.__breakpointhook__


def _quit(*_args: object, **_kwargs: object) -> None:
    from bdb import BdbQuit  # noqa: PLC0415  # nobody else needs it

    raise BdbQuit
