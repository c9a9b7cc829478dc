"""What an exception in an author's code says, and the name that was meant where one is misspelt.

Python looks for the latter only when it prints a traceback, and tells nobody.
"""

from __future__ import annotations

import builtins
import inspect
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from traceback import walk_tb
from types import FrameType
from typing import Any

from jsii.errors import JavaScriptError

from heliostat.manifests.guess import did_you_mean

_IMPORT = re.compile(r"(cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)')( \(.*\))?")
_ARGUMENT = re.compile(r"(?P<callable>[\w.]+)\(\) got an unexpected keyword argument '(?P<name>\w+)'")

_NO_TERMINAL = "rendering has no terminal"


def told_of(error: BaseException) -> str:
    """Say on one line what was raised, and that it was cdk8s where jsii raises a RuntimeError in its place."""
    text = next(iter(text_of(error).strip().splitlines()), "")
    if isinstance(error.__cause__, JavaScriptError):
        return f"cdk8s: {text.removeprefix('@jsii/kernel.SerializationError: ')}"
    if needs_terminal(error):
        return f"{type(error).__name__}: {text}, since {_NO_TERMINAL}" if text else f"stops in a debugger, for which {_NO_TERMINAL}"
    if isinstance(error, ImportError):
        text = _IMPORT.sub(r"\1", text)  # without the path of the module, which is another on every machine
    try:
        meant = _meant(error, text)
    except Exception:  # what an author's object makes of being asked for its names
        meant = ""
    return f"{type(error).__name__}: {text}{meant}" if text else type(error).__name__


def needs_terminal(error: BaseException) -> bool:
    """Tell whether code waited for somebody: in a debugger, or for a line to be typed."""
    return type(error).__name__ == "BdbQuit" or (isinstance(error, EOFError) and text_of(error) == "EOF when reading a line")


def text_of(error: BaseException) -> str:
    """Ask an exception for its text, which an author's own may fail to give."""
    try:
        return str(error)
    except Exception as failure:  # of the author's own making
        return f"its text cannot be had ({type(failure).__name__})"


def _meant(error: BaseException, text: str) -> str:
    name: str | None = None
    known: Iterable[str] = ()
    if isinstance(error, ImportError) and (found := _IMPORT.match(text)):
        name, known = found["name"], dir(sys.modules[found["module"]])
    elif isinstance(error, AttributeError):
        name, known = error.name, dir(error.obj)
    elif isinstance(error, NameError):
        name, known = error.name, _visible(_frames(error)[0])
    elif isinstance(error, TypeError) and (found := _ARGUMENT.match(text)):
        name, known = found["name"], _parameters(found["callable"], _frames(error))
    return did_you_mean(name, [each for each in known if not each.startswith("_")]) if name else ""


def _frames(error: BaseException) -> list[FrameType]:
    """What was running, innermost first."""
    return [frame for frame, _line in walk_tb(error.__traceback__)][::-1]


def _visible(frame: FrameType) -> Mapping[str, Any]:
    return {**vars(builtins), **frame.f_globals, **frame.f_locals}


def _parameters(qualified: str, frames: Sequence[FrameType]) -> list[str]:
    """Name the parameters of what is called so where it was called."""
    first, *others = qualified.split(".")
    called = next(names[first] for names in map(_visible, frames) if first in names)
    for each in others:
        called = getattr(called, each)
    return list(inspect.signature(called).parameters)
