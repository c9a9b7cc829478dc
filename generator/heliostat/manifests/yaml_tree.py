"""The tree of a YAML document with the place of every node, before anything in it is given a type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import yaml

from heliostat.manifests.yaml_pieces import Piece, UnreadableYamlError

DEEPEST = 200
"""Levels of nesting that are read; the deepest objects of Kubernetes, CRDs, have about 40."""

MOST_NODES = 2_000_000
"""Keys and values of a document that are read here; an object that etcd takes has at most 750,000."""

_LONG_TAG = re.compile(r"(?:&\S+\s+)?![^\s,\[\]]*[,\[\]]")
_EMPTY_ROOT = re.compile(r" *(?:\{[ \n]*\}|\[[ \n]*\])[ \t]*(?=[^\s#])")  # Go ends a document behind it, whatever follows
_TOO_DEEP = f"is nested deeper than {DEEPEST} levels"
_GOES_ON = "goes on where the document has ended, and kubectl passes over the rest"


_MESSAGES = {"exceeded maximum nesting depth": _TOO_DEEP}


@dataclass(slots=True)
class Leaf:
    """A scalar; `is_plain` says that it has neither quotes nor tag."""

    text: str
    start: int
    end: int
    is_plain: bool
    is_block: bool
    tag: str | None


@dataclass(slots=True)
class Branch:
    """A sequence, or a mapping whose keys and values take turns in `nodes`."""

    start: int
    end: int
    is_mapping: bool
    is_flow: bool
    tag: str | None
    nodes: list[Node] = field(default_factory=list)

    def pairs(self) -> Iterator[tuple[Node, Node]]:
        """Give the keys and values of a mapping."""
        return zip(self.nodes[::2], self.nodes[1::2], strict=True)


@dataclass(slots=True)
class Alias:
    """A place where the node stands that an anchor names."""

    start: int
    end: int
    name: str
    target: Leaf | Branch


Node: TypeAlias = Leaf | Branch | Alias


def tree(piece: Piece) -> Node:
    """Parse one document.

    Raises:
        UnreadableYamlError: it is not YAML, an alias names no anchor, it is nested deeper than `DEEPEST`, has more than `MOST_NODES`,
            or ends before the text does.
    """
    if ended := _EMPTY_ROOT.match(piece.text, piece.first):
        raise piece.unreadable(_GOES_ON, ended.end())
    builder = _Builder(piece)
    try:
        for event in yaml.parse(piece.text, Loader=yaml.CSafeLoader):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = _GOES_ON if builder.is_complete else _MESSAGES.get(error.problem or "", f"is not YAML: {error.problem or error.context}")
        raise piece.unreadable(message, mark.index if mark else 0) from error
    except yaml.YAMLError as error:
        raise piece.unreadable(f"is not YAML: {str(error).partition(chr(10))[0]}", 0) from error
    return builder.root or Leaf("", 0, 0, is_plain=True, is_block=False, tag=None)


class _Builder:
    def __init__(self, piece: Piece) -> None:
        self.root: Node | None = None
        self._piece = piece
        self._open: list[Branch] = []
        self._anchors: dict[str, Leaf | Branch] = {}
        self._nodes = 0

    @property
    def is_complete(self) -> bool:
        """Whether the document has been read to its end, as far as Go reads it."""
        return self.root is not None and not self._open

    def take(self, event: yaml.Event) -> None:
        match event:
            case yaml.ScalarEvent():
                self._add(_leaf(event), event.anchor)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._start(event)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._open.pop().end = _end(event)
            case yaml.AliasEvent():
                self._add(self._alias(event), None)
            case yaml.DocumentStartEvent():
                if self.is_complete:
                    raise self._unreadable(_GOES_ON, event)

    def _start(self, event: yaml.CollectionStartEvent) -> None:
        if len(self._open) == DEEPEST:
            raise self._unreadable(_TOO_DEEP, event)
        start = _start(event)
        branch = Branch(start, start, isinstance(event, yaml.MappingStartEvent), bool(event.flow_style), event.tag)
        self._add(branch, event.anchor)
        self._open.append(branch)

    def _alias(self, event: yaml.AliasEvent) -> Alias:
        name = event.anchor or ""
        target = self._anchors.get(name)
        if target is None:
            raise self._unreadable(f"has the alias *{name} of an anchor that is not there", event)
        return Alias(_start(event), _end(event), name, target)

    def _add(self, node: Node, anchor: str | None) -> None:
        self._check(node)
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise self._piece.unreadable(f"has more than {MOST_NODES:,} keys and values", node.start)
        if anchor is not None and not isinstance(node, Alias):
            self._anchors[anchor] = node
        if self._open:
            self._open[-1].nodes.append(node)
        else:
            self.root = node

    def _check(self, node: Node) -> None:
        """Refuse what libyaml 0.2.5 reads in another way than the older scanner of go.yaml.in/yaml/v2 2.4.3."""
        text = self._piece.text
        if text[node.start : node.start + 1] in ("!", "&") and _LONG_TAG.match(text, node.start):
            raise self._piece.unreadable("has a tag that a comma or bracket follows, expected a space", node.start)
        if isinstance(node, Leaf) and node.is_plain and "?" in node.text and any(branch.is_flow for branch in self._open):
            raise self._piece.unreadable("has a question mark in a text between brackets, expected quotes", node.start)

    def _unreadable(self, message: str, event: yaml.Event) -> UnreadableYamlError:
        return self._piece.unreadable(message, _start(event))


def _leaf(event: yaml.ScalarEvent) -> Leaf:
    is_plain = event.tag is None and event.implicit[0]
    return Leaf(event.value, _start(event), _end(event), is_plain, event.style in ("|", ">"), event.tag)


def _start(event: yaml.Event) -> int:
    return event.start_mark.index if event.start_mark else 0


def _end(event: yaml.Event) -> int:
    return event.end_mark.index if event.end_mark else 0
