"""Spells a single value so that every reader of YAML takes it for that value.

A text stands plain only where no reader of YAML 1.1 or 1.2 could take it for anything else. The readers asked are PyYAML, ruamel.yaml,
npm's yaml, and Go's sigs.k8s.io/yaml and go.yaml.in/yaml/v3: between them they know `y`, `0o7`, `1_000`, `12:30`, `e5`, `=` and `<<`.
"""

from __future__ import annotations

import math
import re

from heliostat.manifests.json_value import JsonValue, Path

# What a reader refuses or changes when it stands in a text as it is: controls, line ends of other systems, halves of characters.
_UNREADABLE = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff"
# What turns the direction of the text around it, so that a reviewer reads something else than what runs.
_TURNING = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
# What cannot be told from a space or from nothing.
_UNSEEN = r"\t\n\xa0\xad\u1680\u180e\u2000-\u200d\u202f\u205f-\u2065\u206a-\u206f\u3000\ufff9-\ufffb\U000e0000-\U000e007f"

_NEVER_IN_BLOCK = _UNREADABLE + _TURNING
_ESCAPED = _UNREADABLE + _TURNING + _UNSEEN

_PLAIN = re.compile(
    rf"""
    (?! (?i: y|n|yes|no|on|off|true|false|null|-?(?:nan|inf|infinity) ) \Z )
    (?! -?(?:[eE][-+]?)?[0-9] [0-9A-Fa-f_.,:+\-oOpPtTxXzZ ]* \Z )   # a number to some base, a date, a time; to npm's yaml 2.9 also e5
    (?! .* (?: :[ ] | [ ]\# ) )                                     # where a key or a comment would begin
    (?: [A-Za-z0-9_/$(] | --?[A-Za-z] | \.\.?/ | [^\x00-\x7f{_ESCAPED}] )
    [^{_ESCAPED}]*
    (?<! [: ] ) \Z
    """,
    re.VERBOSE,
)
# A block's first line tells the reader the indentation, its last line where to cut: neither may start or end in blanks.
_BLOCK = re.compile(rf"[^\ \t\n{_NEVER_IN_BLOCK}](?:[^{_NEVER_IN_BLOCK}]*[^\ \t\n{_NEVER_IN_BLOCK}])?\n*\Z")
_BLOCK_HEADERS = ("|-", "|", "|+")
_BEFORE_TEXT = re.compile(r"\n(?=[^\n])")

_MUST_ESCAPE = re.compile(rf'["\\{_ESCAPED}]')
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class UnwritableError(Exception):
    """A value that has no safe spelling. The containers that it stands in complete its path, innermost first."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.steps: list[str | int] = []

    @property
    def path(self) -> Path:
        return tuple(reversed(self.steps))


def one_line(text: str) -> str:
    """Spell a text on one line: plain where that is safe, else in double quotes with what cannot be seen escaped.

    Raises:
        UnwritableError: the text holds half a surrogate pair.
    """
    text = str.__str__(text)  # what it holds, not what a subclass such as an Enum makes of it
    return text if _PLAIN.match(text) else f'"{_MUST_ESCAPE.sub(_escape, text)}"'


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    point = ord(character)
    if 0xD800 <= point <= 0xDFFF:
        raise UnwritableError("holds half a surrogate pair, expected whole characters")
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    if point <= 0xFF:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


def is_block(text: str) -> bool:
    """Tell whether a text has several lines, or a line end, and every reader reads them alike in a `|` block."""
    return "\n" in text and _BLOCK.match(text) is not None


def block(text: str, indent: str) -> str:
    """Spell a text for which `is_block` holds: the header and the lines, without the last line end."""
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    lines = _BEFORE_TEXT.sub("\n" + indent, body)
    return f"{_BLOCK_HEADERS[min(ends, 2)]}\n{indent}{lines}" + "\n" * (ends - 1)


def one_word(value: JsonValue) -> str:
    """Spell what is neither text nor a container with something in it.

    Raises:
        UnwritableError: a number that readers would round or that is not finite, or a value that JSON does not know.
    """
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise UnwritableError("is a whole number of more than 64 bits, which the API server would round")
        return int.__repr__(value)
    if isinstance(value, float):
        return _decimal(value)
    if isinstance(value, dict):
        return "{}"
    if isinstance(value, list):
        return "[]"
    raise UnwritableError(f"is of type {type(value).__name__}, expected text, a number, a boolean, null, a list or a dict")


def _decimal(number: float) -> str:
    if not math.isfinite(number):
        raise UnwritableError(f"is {number}, expected a finite number")
    digits = float.__repr__(number)
    return digits if "." in digits else digits.replace("e", ".0e")  # YAML 1.1 takes 1e+21 for text and 1.0e+21 for a number
