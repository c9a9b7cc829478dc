"""The streams that the command is given: one that is closed, full or broken costs an exit code, and a message where one can be told."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from heliostat.manifests.errors import FailedError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


def open_streams() -> None:
    """Make the three streams what the command can rely on."""
    for descriptor, mode in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        _stand_in(descriptor, mode)
    if sys.stderr is None:
        sys.stderr = _text(io.FileIO(2, "w", closefd=False))
    sys.stdout = _text(_Results(1, "w", closefd=False), sys.stdout)


def give_up(stream: TextIO) -> None:
    """Let what is written from now on, and what was not written yet, go nowhere: Python would try again at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _stand_in(descriptor: int, mode: int) -> None:
    """Take the place of a stream that is closed, which the next file that is opened would take; of results this one takes none."""
    try:
        os.fstat(descriptor)
    except OSError:
        nothing = os.open(os.devnull, mode)
        if nothing != descriptor:
            os.dup2(nothing, descriptor)
            os.close(nothing)


def _text(raw: io.FileIO, like: TextIO | None = None) -> TextIO:
    encoding = like.encoding if like is not None else None
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors="backslashreplace", line_buffering=raw.isatty())


class _Results(io.FileIO):
    """Standard output, which says so when it takes no more; BrokenPipeError stays what it is."""

    def write(self, content: ReadableBuffer, /) -> int:
        """Write to standard output.

        Raises:
            FailedError: when it takes nothing.
            BrokenPipeError: when nobody reads it any more.
        """
        try:
            return super().write(content)
        except OSError as error:
            give_up(sys.stdout)
            if isinstance(error, BrokenPipeError):
                raise
            raise FailedError(f"cannot write results to standard output: {error.strerror}") from error
