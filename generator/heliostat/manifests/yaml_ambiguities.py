"""What a manifest says to one reader of YAML and not to another: scalars without quotes, and keys that are there twice.

YAML 1.1 is what PyYAML and, for booleans, kubectl read; YAML 1.2 what yq, kustomize and the editors do.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from heliostat.manifests.json_value import Path
from heliostat.manifests.yaml_pieces import Piece, UnreadableYamlError, pieces
from heliostat.manifests.yaml_positions import Position, as_yaml, name_of, position_of
from heliostat.manifests.yaml_resolver import plain
from heliostat.manifests.yaml_simple import NotSimpleError, simple_value
from heliostat.manifests.yaml_tree import Branch, Leaf, Node, tree
from heliostat.manifests.yaml_values import is_merge

_NUMBER, _TEXT = "a number", "text"
_DATE, _CLOCK, _ZONE = (
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}",
    r"[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?",
    r"(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?)",
)
_READINGS: tuple[tuple[str, str, str], ...] = (
    (r"y|Y|n|N|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF", "a boolean", _TEXT),
    (r"[-+]?0[0-7]+", "a number to the base of 8", "one to the base of 10"),
    (r"[-+]?0[0-9]*[89][0-9]*", _TEXT, _NUMBER),
    (r"0o[0-7]+", _TEXT, _NUMBER),
    (r"[-+]?0b[01_]+|[-+]0x[0-9a-fA-F_]+|0x[0-9a-fA-F]*_[0-9a-fA-F_]*", _NUMBER, _TEXT),
    (r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?", "a number to the base of 60", _TEXT),
    (r"[-+]?[0-9][0-9]*_[0-9_]*(?:\.[0-9_]*(?:[eE][-+][0-9]+)?)?|[-+]?[0-9]+\.[0-9]*_[0-9_]*(?:[eE][-+][0-9]+)?", _NUMBER, _TEXT),
    (r"[-+]?[0-9]+[eE][-+]?[0-9]+|[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)[eE][0-9]+", _TEXT, _NUMBER),
    (r"[0-9]{4}-[0-9]{2}-[0-9]{2}", "a date", _TEXT),
    (rf"{_DATE}(?:[Tt]|[ \t]+){_CLOCK}(?:[ \t]*{_ZONE})?", "a time", _TEXT),
    (r"=", "a default value", _TEXT),
)
_AMBIGUOUS = re.compile("|".join(f"({pattern})" for pattern, _, _ in _READINGS))


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """One scalar or key of a document, counted from 0 as `read_documents` has them, that readers do not agree on."""

    document: int
    path: Path
    position: Position
    message: str


def ambiguities(content: bytes) -> list[Ambiguity]:
    """Find what readers of YAML take differently, in the order of the file.

    Raises:
        UnreadableYamlError: the file is not YAML.
    """
    return [
        Ambiguity(document, path, position_of(node, piece), message)
        for document, piece in enumerate(pieces(content))
        for path, node, message in _of_piece(piece)
    ]


def _of_piece(piece: Piece) -> Iterator[tuple[Path, Node, str]]:
    if not piece.is_json:
        try:
            simple_value(piece.text)
        except NotSimpleError:
            yield from _below(tree(piece), (), piece)
        return
    try:
        root = tree(as_yaml(piece))
    except UnreadableYamlError:  # such as a key of more than 1,024 characters
        return
    yield from _below(root, (), piece)


def _below(node: Node, path: Path, piece: Piece) -> Iterator[tuple[Path, Node, str]]:
    if isinstance(node, Leaf):
        yield from _of_scalar(node, path)
    elif isinstance(node, Branch) and node.is_mapping:
        yield from _of_mapping(node, path, piece)
    elif isinstance(node, Branch):
        for index, item in enumerate(node.nodes):
            yield from _below(item, (*path, index), piece)


def _of_mapping(mapping: Branch, path: Path, piece: Piece) -> Iterator[tuple[Path, Node, str]]:
    seen: dict[str, Node] = {}
    for key, value in mapping.pairs():
        name = None if is_merge(key) else name_of(key)
        below = path if name is None else (*path, name)
        if name is not None:
            if name in seen:
                line, _ = piece.place(seen[name].start)
                yield below, key, f"{name} stands here again, and only the last one counts: the first is on line {line}"
            seen.setdefault(name, key)
            if isinstance(key, Leaf):
                yield from _of_scalar(key, below)
        yield from _below(value, below, piece)


def _of_scalar(leaf: Leaf, path: Path) -> Iterator[tuple[Path, Node, str]]:
    found = _AMBIGUOUS.fullmatch(leaf.text) if leaf.is_plain and len(leaf.text) < _LONGEST else None
    if found is not None and found.lastindex is not None:
        _, older, newer = _READINGS[found.lastindex - 1]
        yield path, leaf, f"{leaf.text} is {older} to YAML 1.1 and {newer} to YAML 1.2, kubectl reads {_shown(leaf.text)}"


_LONGEST = 200
"""Characters of a scalar that may be anything but text to somebody."""


def _shown(text: str) -> str:
    value = plain(text)
    return str(value) if isinstance(value, float) and not math.isfinite(value) else json.dumps(value, ensure_ascii=False)
