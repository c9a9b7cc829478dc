"""Writes a manifest as YAML that every reader takes for the same values, and that people like to read.

Two spaces of indentation, lists indented below their key, multi-line text as `|` blocks; no anchors, tags, folding or wrapping.
"""

from __future__ import annotations

from functools import lru_cache

from heliostat.manifests.json_value import JsonObject, JsonValue, show_path
from heliostat.manifests.key_order import reading_order
from heliostat.manifests.yaml_scalar import UnwritableError, block, is_block, one_line, one_word

DEEPEST = 100
"""Levels of nesting that are written; KubeRay's CRDs, the deepest objects that are rendered, have 38."""

LONGEST_KEY = 1000
"""Bytes of a key as it is written: readers look for the colon in the first 1,024 characters and give up there."""

_MOST_KEPT = 50_000
_LONGEST_KEPT = 200
_SPELLED: dict[str, str] = {}
"""Short texts and how they are spelled as values, blocks left out: manifests repeat the same few over and over."""


def to_yaml(body: JsonObject) -> str:
    """Write one document, without `---`, ending in a newline; its keys are in `reading_order`.

    Raises:
        ValueError: naming the path of what some reader would not give back as it is: a number that is not finite or, being whole,
            not of 64 bits, half a surrogate pair, a key that is not text or longer than `LONGEST_KEY`, a value that JSON does not
            know, nesting deeper than `DEEPEST`.
    """
    if not body:
        return "{}\n"
    lines: list[str] = []
    try:
        _write_mapping(body, 0, lines)
    except UnwritableError as unwritable:
        where = show_path(unwritable.path)
        raise ValueError(f"{where}: {unwritable.reason}" if where else unwritable.reason) from None
    lines.append("")
    return "\n".join(lines)


def _write_mapping(mapping: JsonObject, depth: int, lines: list[str]) -> None:
    for key, field in _fields(depth, *mapping):
        value = mapping[key]
        try:
            if isinstance(value, str):
                lines.append(f"{field} {_SPELLED.get(value) or _text(value, depth + 1)}")
            elif value and isinstance(value, dict):
                lines.append(field)
                _write_mapping(value, depth + 1, lines)
            elif value and isinstance(value, list):
                lines.append(field)
                _write_sequence(value, depth + 1, lines)
            else:
                lines.append(f"{field} {one_word(value)}")
        except UnwritableError as unwritable:
            unwritable.steps.append(key)
            raise


def _write_sequence(items: list[JsonValue], depth: int, lines: list[str]) -> None:
    indent = _indent(depth)
    for index, item in enumerate(items):
        try:
            if isinstance(item, str):
                lines.append(f"{indent}- {_SPELLED.get(item) or _text(item, depth + 1)}")
            elif item and isinstance(item, (dict, list)):
                first = len(lines)
                if isinstance(item, dict):
                    _write_mapping(item, depth + 1, lines)
                else:
                    _write_sequence(item, depth + 1, lines)
                lines[first] = f"{indent}- {lines[first][len(indent) + 2 :]}"
            else:
                lines.append(f"{indent}- {one_word(item)}")
        except UnwritableError as unwritable:
            unwritable.steps.append(index)
            raise


def _indent(depth: int) -> str:
    if depth >= DEEPEST:
        raise UnwritableError(f"is nested deeper than {DEEPEST} levels")
    return "  " * depth


@lru_cache(maxsize=4096)
def _fields(depth: int, *keys: str) -> tuple[tuple[str, str], ...]:
    """Order the keys of a mapping and spell them, each indented and with its colon: objects of one kind share nearly all their keys."""
    indent = _indent(depth)
    for key in keys:
        if not isinstance(key, str):
            raise UnwritableError(f"key {key!r} is of type {type(key).__name__}, expected text")
    return tuple((key, f"{indent}{_key(key)}:") for key in reading_order(keys))


def _key(text: str) -> str:
    try:
        spelled = one_line(text)
    except UnwritableError as unwritable:
        raise UnwritableError(f"key {text!r} {unwritable.reason}") from None
    if len(spelled.encode()) > LONGEST_KEY:
        raise UnwritableError(f"key {text[:20]!r}… is longer than {LONGEST_KEY} bytes")
    return spelled


def _text(text: str, depth: int) -> str:
    if is_block(text):
        return block(text, "  " * depth)
    spelled = one_line(text)
    if len(text) <= _LONGEST_KEPT:
        if len(_SPELLED) >= _MOST_KEPT:
            _SPELLED.clear()
        _SPELLED[text] = spelled
    return spelled
