"""Takes the text of a file apart into the documents that kubectl and Argo CD see in it.

Both use `YAMLReader` and `GuessJSONStream` of k8s.io/apimachinery 0.35 (pkg/util/yaml/decoder.go): lines that begin with `---` part
documents before anything is read as YAML, and what begins with a brace may be JSON values one after the other.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

LARGEST = 16 * 2**20
"""Characters of a document that are read; the API server takes no request of more than 3 MiB."""

_SEPARATOR = re.compile(r"^---([^\n]*)\n", re.MULTILINE)
_BLANK = r"(?: *(?:#[^\n]*)?\n|---[ \t]*(?:[ \t]#[^\n]*)?\n)*"
_LEADING = re.compile(_BLANK)
_EMPTY = re.compile(rf"{_BLANK}(?:(?:null|Null|NULL|~) *(?: #[^\n]*)?\n{_BLANK})?")
_JSON_SPACE = re.compile(r"[ \t\n\r]*")
_UNPRINTABLE = re.compile("[^\\t\\n\\r\\x20-\\x7e\\x85\\xa0-\\ud7ff\\ue000-\\ufefe\\uff00-\\ufffd\\U00010000-\\U0010ffff]")
_PRINTABLE = bytes((9, 10, 13, *range(32, 127)))


class UnreadableYamlError(Exception):
    """A text that kubectl would not read, or not all of it.

    `line` and `column` count from 1.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass(frozen=True)
class YamlText:
    """The text of a file, and where its lines begin."""

    text: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def place(self, index: int) -> tuple[int, int]:
        """Give line and column of a character, both counted from 1."""
        line = bisect_right(self._starts, index)
        return line, index - self._starts[line - 1] + 1


@dataclass(frozen=True, slots=True)
class Piece:
    """One document: its text, the index of it in the whole, and whether it is JSON rather than YAML."""

    text: str
    start: int
    whole: YamlText
    is_json: bool = False

    @property
    def first(self) -> int:
        """Index of the first line that is not blank, a comment or a separator."""
        found = _LEADING.match(self.text)
        return found.end() if found else 0

    def place(self, index: int) -> tuple[int, int]:
        """Give line and column in the whole of a character of this document."""
        return self.whole.place(self.start + index)

    def unreadable(self, message: str, index: int) -> UnreadableYamlError:
        """Make the error that something in this document calls for."""
        return UnreadableYamlError(message, *self.place(index))


def pieces(content: bytes) -> Iterator[Piece]:
    """Give the documents of a file in order, without those that are empty or null, which kubectl passes over.

    Raises:
        UnreadableYamlError: the text is not UTF-8, holds a character that cannot be printed, a document is larger than `LARGEST`, or
            something stands behind the `---` that parts two of them.
    """
    text = _decoded(content)
    whole = YamlText(text)
    if text.lstrip().startswith("{") and (found := _json_pieces(whole)):
        yield from found
        return
    unprintable = _UNPRINTABLE.search(text) if content.translate(None, _PRINTABLE) else None
    for piece in _yaml_pieces(whole):
        if len(piece.text) > LARGEST:
            raise piece.unreadable(_too_large(len(piece.text)), piece.first)
        if unprintable and piece.start <= unprintable.start() < piece.start + len(piece.text):
            point = ord(unprintable[0])
            raise UnreadableYamlError(
                f"holds the character U+{point:04X}, expected text that can be printed", *whole.place(unprintable.start())
            )
        if not _EMPTY.fullmatch(piece.text):
            yield piece


def _decoded(content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig", "replace")
        place = YamlText(before).place(len(before))
        raise UnreadableYamlError(f"is not UTF-8 text: the byte {content[error.start]:#04x} is none of it", *place) from error
    text = text.replace("\r\n", "\n")
    return text if text.endswith("\n") else text + "\n"


def _yaml_pieces(whole: YamlText) -> Iterator[Piece]:
    start = 0
    for separator in _SEPARATOR.finditer(whole.text) if "---" in whole.text else ():
        behind = separator[1].strip()
        if behind and not behind.startswith("#"):
            shown = behind if len(behind) <= 20 else behind[:20] + "…"
            raise UnreadableYamlError(f"has {shown} behind ---, expected a line of its own", *whole.place(separator.start()))
        if separator.start() > start:
            yield Piece(whole.text[start : separator.start()], start, whole)
            start = separator.end()
    if start < len(whole.text):
        yield Piece(whole.text[start:], start, whole)


def _json_pieces(whole: YamlText) -> list[Piece] | None:
    """Part JSON values that follow each other, or say that the text is not JSON."""
    found: list[Piece] = []
    text = whole.text
    end = _after_space(text, 0)
    while end < len(text):
        start = end
        try:
            _, end = _JSON.raw_decode(text, start)
        except (ValueError, RecursionError):
            return None
        if end - start > LARGEST:
            raise UnreadableYamlError(_too_large(end - start), *whole.place(start))
        found.append(Piece(text[start:end], start, whole, is_json=True))
        end = _after_space(text, end)
    return found


def _after_space(text: str, index: int) -> int:
    found = _JSON_SPACE.match(text, index)
    return found.end() if found else index


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _no_digits(text: str) -> int:
    return 0


_JSON = json.JSONDecoder(parse_constant=_no_number, parse_int=_no_digits)


def _too_large(size: int) -> str:
    return f"has {size / 2**20:.0f} MiB, a document has at most {LARGEST // 2**20} MiB"
