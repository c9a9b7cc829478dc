"""The text of a CEL expression, taken apart as far as it has to be known before CEL is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator


def tokens(text: str) -> Iterator[str]:
    """Split an expression into texts, names and the characters between them."""
    return (found[0] for found in _TOKEN.finditer(text))


_TOKEN = re.compile(
    r"""
    [rR](?:'{3}.*?'{3}|"{3}.*?"{3}|'[^']*'|"[^"]*")
    | '{3}(?:\\.|.)*?'{3} | "{3}(?:\\.|.)*?"{3} | '(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*"
    | \w+ | .
    """,
    re.VERBOSE | re.DOTALL,
)

RENAMED = {"indexOf": "kubernetesIndexOf", "lastIndexOf": "kubernetesLastIndexOf", "validate": "kubernetesValidate"}
"""What functions that are called on a value are called here. The first two have overloads for text in CEL itself, to which none can be
added. The third gives an optional, which no function of ours can: it gives a list that has it or not.
"""


def respelled(text: str) -> str:
    """Call the functions that `cel_functions` has other names for by these, which are in `RENAMED`."""
    parts: list[str] = []
    closing: list[str] = []
    """What belongs after each parenthesis that is open."""
    name = ""
    for token in tokens(text):
        if token == "(":
            called = RENAMED.get(name) if len(parts) > 1 and parts[-2] == "." else None
            if called is not None:
                parts[-1] = called
            closing.append("[?0]" if called is not None and name == "validate" else "")
        parts.append(token)
        if token == ")" and closing:
            parts.append(closing.pop())
        name = token
    return "".join(parts)
