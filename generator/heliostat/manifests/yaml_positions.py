"""Where in a file the keys and values of its documents stand, looked up when somebody asks."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from heliostat.manifests.json_value import Path
from heliostat.manifests.yaml_pieces import Piece, UnreadableYamlError, pieces
from heliostat.manifests.yaml_resolver import key_text
from heliostat.manifests.yaml_tree import Alias, Branch, Leaf, Node, tree
from heliostat.manifests.yaml_values import is_merge, scalar_of

_NOT_YAML = re.compile("\\\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\\\/|[\\x7f-\\x9f\\ufeff\\ufffe\\uffff]")
"""What JSON may hold in its texts and libyaml does not read."""


@dataclass(frozen=True, slots=True)
class Position:
    """A range of a file: from a line and column to the column behind its last character, all counted from 1 in characters."""

    line: int
    column: int
    end_line: int
    end_column: int


class PositionTree:
    """The places of a document's keys and values; it is parsed when the first of them is asked for."""

    def __init__(self, piece: Piece) -> None:
        self._piece = piece

    def at(self, path: Path, *, key: bool = False) -> Position:
        """Find the value at a path, or its key; items of lists have none, and what is not there is where its nearest ancestor is.

        Raises:
            UnreadableYamlError: the document is not YAML.
        """
        found: tuple[Node | None, Node] = (None, self._root)
        for step in path:
            below = _below(found[1], step)
            if below is None:
                break
            found = below
        name, value = found
        return position_of(name if key and name is not None else value, self._piece)

    @cached_property
    def _root(self) -> Node:
        if not self._piece.is_json:
            return tree(self._piece)
        try:
            return tree(as_yaml(self._piece))
        except UnreadableYamlError:  # such as a key of more than 1,024 characters
            return Leaf(self._piece.text, 0, len(self._piece.text), is_plain=False, is_block=False, tag=None)


def positions(content: bytes) -> list[PositionTree]:
    """Make one tree for each document of a file, in the order of `read_documents`.

    Raises:
        UnreadableYamlError: the file cannot be taken apart into documents.
    """
    return [PositionTree(piece) for piece in pieces(content)]


def as_yaml(piece: Piece) -> Piece:
    """Give a JSON document of the same places that libyaml reads, too."""
    return replace(piece, text=_NOT_YAML.sub(lambda found: "?" * len(found[0]), piece.text), is_json=False)


def position_of(node: Node, piece: Piece) -> Position:
    """Give the place of a node, without blank lines and comments behind it."""
    return Position(*piece.place(node.start), *piece.place(_end(node, piece)))


def name_of(key: Node) -> str | None:
    """Give a key as text; what is no key to JSON has none."""
    leaf = key.target if isinstance(key, Alias) else key
    try:
        return key_text(scalar_of(leaf)) if isinstance(leaf, Leaf) else None
    except ValueError:
        return None


def _end(node: Node, piece: Piece) -> int:
    while isinstance(node, Branch) and not node.is_flow and node.nodes:
        node = node.nodes[-1]
    is_open = isinstance(node, Branch) or (isinstance(node, Leaf) and node.is_block)
    return node.start + len(piece.text[node.start : node.end].rstrip()) if is_open else node.end


def _below(node: Node, step: str | int) -> tuple[Node | None, Node] | None:
    branch = node.target if isinstance(node, Alias) else node
    if not isinstance(branch, Branch):
        return None
    if branch.is_mapping:
        return _pair(branch, step, {}) if isinstance(step, str) else None
    return (None, branch.nodes[step]) if isinstance(step, int) and 0 <= step < len(branch.nodes) else None


def _pair(mapping: Branch, name: str, seen: dict[int, tuple[Node, Node] | None]) -> tuple[Node, Node] | None:
    """Find the pair that counts: the last one of this name, be it merged or written here."""
    if id(mapping) in seen:
        return seen[id(mapping)]
    seen[id(mapping)] = found = None
    for key, value in mapping.pairs():
        if is_merge(key):
            found = _merged(value, name, seen) or found
        elif name_of(key) == name:
            found = (key, value)
    seen[id(mapping)] = found
    return found


def _merged(value: Node, name: str, seen: dict[int, tuple[Node, Node] | None]) -> tuple[Node, Node] | None:
    merged = value.target if isinstance(value, Alias) else value
    sources = [merged] if not isinstance(merged, Branch) or merged.is_mapping else merged.nodes
    for source in sources:
        mapping = source.target if isinstance(source, Alias) else source
        if isinstance(mapping, Branch) and mapping.is_mapping and (found := _pair(mapping, name, seen)):
            return found
    return None
