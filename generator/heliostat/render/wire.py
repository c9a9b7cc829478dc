"""How a process that renders answers the one that waits for it.

Answers are plain values: a class of an author's has no way across, so none of its code runs where it is decided how the command ends.
"""

from __future__ import annotations

import marshal
import os
from typing import Literal

from heliostat.manifests.errors import ConfigurationError, FailedError, HeliostatError, RefusedError
from heliostat.render.run import Failure, Rendering
from heliostat.render.tree import Tree

_SIZE = 8
"""Bytes that say how long an answer is."""

_RenderingFields = tuple[Literal["rendering"], str, dict[str, str], int, tuple[str, ...], float]
_FailureFields = tuple[Literal["failure"], str, int, str, str | None, str]


def send(pipe: int, answer: Rendering | Failure | str) -> None:
    """Write an answer, or the line that is being executed, to a pipe.

    Raises:
        ValueError: when it holds something that is no plain value.
        OSError: when nobody reads it.
    """
    content = marshal.dumps(answer if isinstance(answer, str) else _fields(answer))
    rest = memoryview(len(content).to_bytes(_SIZE, "big") + content)
    while rest:
        rest = rest[os.write(pipe, rest) :]


def receive(pipe: int) -> Rendering | Failure | str | None:
    """Read what was sent, None when the process that sends has ended."""
    content = _read(pipe, int.from_bytes(_read(pipe, _SIZE), "big"))
    if not content:
        return None
    fields: str | _RenderingFields | _FailureFields = marshal.loads(content)
    if isinstance(fields, str):
        return fields
    if fields[0] == "rendering":
        _, name, files, apps, warnings, seconds = fields
        return Rendering(name, Tree(files, apps, warnings), seconds)
    _, name, exit_code, message, hint, traceback = fields
    return Failure(name, _error(exit_code, message, hint), traceback)


def _fields(answer: Rendering | Failure) -> _RenderingFields | _FailureFields:
    if isinstance(answer, Rendering):
        tree = answer.tree
        return ("rendering", answer.name, dict(tree.files), tree.apps, tree.warnings, answer.seconds)
    error = answer.error
    return ("failure", answer.name, error.exit_code, error.message, error.hint, answer.traceback)


def _error(exit_code: int, message: str, hint: str | None) -> HeliostatError:
    """Make the error anew; one of an author's own kind, whatever its exit code, is a failure."""
    if exit_code == RefusedError.exit_code:
        return RefusedError(message.splitlines(), hint=hint)
    return (ConfigurationError if exit_code == ConfigurationError.exit_code else FailedError)(message, hint=hint)


def _read(pipe: int, size: int) -> bytes:
    """Read so many bytes, none when the pipe ends before."""
    parts: list[bytes] = []
    while size > 0:
        part = os.read(pipe, size)
        if not part:
            return b""
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
