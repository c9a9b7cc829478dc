"""How a value is shown in a message: on one line and short, whatever its class makes of that."""

from __future__ import annotations

import math
import re

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
"""What Python shows of an object that has no text of its own, and that differs at every run."""

_LONGEST = 80
"""Characters of a value that a message shows."""

_TELLING = (str, int, float, list, dict, type(None))
"""Types of values that show by themselves what they are."""


_LONGEST_LINE = 2000
"""Characters of a message."""


class Unreadable:
    """Stands in the place of a value that is none, and says why: whatever is expected there, this is not it."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __repr__(self) -> str:
        return self._what


def shown_value(value: object) -> str:
    """Show a value, with its type where the text does not tell it."""
    kind = type(value).__name__
    try:
        if isinstance(value, int) and abs(value) >= 10**_LONGEST:
            return f"a number of about {math.log10(abs(value)):.0f} digits"  # of some thousand, Python prints none
        text = _ADDRESS.sub("", repr(value))
        tells = isinstance(value, _TELLING) or text.startswith(kind) or type(value) is Unreadable
    except Exception as error:  # an author's class may raise anything when it is looked at
        return f"a value of the class {kind}, which cannot be shown ({type(error).__name__})"
    text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    text = text if text.isprintable() else " ".join(text.split())
    return text if tells else f"{text} ({kind})"


def one_line(message: str) -> str:
    """Keep a message on one line of bearable length, whatever an author's names and texts hold."""
    if len(message) > _LONGEST_LINE:
        message = f"{message[: _LONGEST_LINE // 2]} … {message[-_LONGEST_LINE // 2 :]}"
    return message if message.isprintable() else "".join(each if each.isprintable() else repr(each)[1:-1] for each in message)
