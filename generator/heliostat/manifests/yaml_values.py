"""The values of a YAML document as sigs.k8s.io/yaml 1.6.0 has them for kubectl and Argo CD.

Told by `decoder` of go.yaml.in/yaml/v2 2.4.3 (decode.go): of a key that is there twice the last one counts, `<<` overrides what stands
before it, keys become text, and aliases are followed as long as they do not make most of a large document.
"""

from __future__ import annotations

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.yaml_pieces import Piece, UnreadableYamlError
from heliostat.manifests.yaml_resolver import MERGE_TAG, Scalar, is_collection_tag, json_scalar, key_text, plain, shown_tag, tagged
from heliostat.manifests.yaml_tree import DEEPEST, Alias, Branch, Leaf, Node

_FEW_VALUES, _MANY_VALUES = 400_000, 4_000_000
_MOST_ALIASED, _LEAST_ALIASED = 0.99, 0.10
"""Shares of a document of few values and of one of many that may come from aliases."""


def value_of(root: Node, piece: Piece) -> JsonValue:
    """Give the value of a document.

    Raises:
        UnreadableYamlError: JSON has no such value, an alias stands inside its own anchor, aliases make too much of the document, or it is
            nested deeper than `DEEPEST` when they are followed.
    """
    return _Decoder(piece).value(root)


class _Decoder:
    def __init__(self, piece: Piece) -> None:
        self._piece = piece
        self._decoded = 1  # the document
        self._aliased = 0
        self._depth = 0
        self._followed: set[int] = set()

    def value(self, node: Node) -> JsonValue:
        self._count(node)
        if isinstance(node, Leaf):
            try:
                return json_scalar(scalar_of(node))
            except ValueError as error:
                raise self._unreadable(str(error), node) from error
        if isinstance(node, Alias):
            return self._through(node)
        if node.is_mapping:
            mapping = _Mapping()
            self._fill(mapping, node)
            return mapping.items
        self._enter(node, "seq")
        made = [self.value(item) for item in node.nodes]
        self._depth -= 1
        return made

    def _fill(self, mapping: _Mapping, node: Branch) -> None:
        self._enter(node, "map")
        for key, value in node.pairs():
            if is_merge(key):
                self._merge(mapping, value)
                continue
            name = self._key(key)
            try:
                mapping.put(name, self.value(value))
            except ValueError as error:
                raise self._unreadable(str(error), key) from error
        self._depth -= 1

    def _key(self, key: Node) -> Scalar:
        self._count(key)
        if isinstance(key, Alias):
            with_alias = key
            key = key.target
            self._decoded += 1
            self._aliased += 1
            if isinstance(key, Branch):
                raise self._unreadable("has a mapping or a sequence as key, expected text", with_alias)
        if isinstance(key, Branch):
            raise self._unreadable("has a mapping or a sequence as key, expected text", key)
        try:
            return scalar_of(key)
        except ValueError as error:
            raise self._unreadable(str(error), key) from error

    def _merge(self, mapping: _Mapping, value: Node) -> None:
        """Write the keys of one or more mappings over those that are there; of several the first counts."""
        if isinstance(value, Branch) and not value.is_mapping:
            self._enter(value, "seq")
            for item in reversed(value.nodes):
                self._merge_one(mapping, item)
            self._depth -= 1
        else:
            self._merge_one(mapping, value)

    def _merge_one(self, mapping: _Mapping, value: Node) -> None:
        target = value.target if isinstance(value, Alias) else value
        if not isinstance(target, Branch) or not target.is_mapping:
            raise self._unreadable("has << with something else than mappings", value)
        self._count(value)
        if isinstance(value, Alias):
            self._through(value, mapping)
        else:
            self._fill(mapping, target)

    def _through(self, alias: Alias, into: _Mapping | None = None) -> JsonValue:
        if id(alias) in self._followed:
            raise self._unreadable(f"has the alias *{alias.name} inside of what it stands for", alias)
        self._followed.add(id(alias))
        try:
            if into is None or isinstance(alias.target, Leaf):
                return self.value(alias.target)
            self._count(alias.target)
            self._fill(into, alias.target)
            return None
        finally:
            self._followed.remove(id(alias))

    def _count(self, node: Node) -> None:
        self._decoded += 1
        if self._followed:
            self._aliased += 1
            if self._aliased > 100 and self._decoded > 1000 and self._aliased / self._decoded > _allowed(self._decoded):
                raise self._unreadable("has aliases that stand for too much", node)

    def _enter(self, node: Branch, name: str) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._unreadable(f"is nested deeper than {DEEPEST} levels", node)
        if not is_collection_tag(node.tag, name):
            raise self._unreadable(f"has the tag {shown_tag(node.tag or '')}, expected a value without tag", node)

    def _unreadable(self, message: str, node: Node) -> UnreadableYamlError:
        return self._piece.unreadable(message, node.start)


class _Mapping:
    """The keys of a mapping as text, and from what those come that were none."""

    def __init__(self) -> None:
        self.items: dict[str, JsonValue] = {}
        self._spelled: dict[str, Scalar] = {}

    def put(self, key: Scalar, value: JsonValue) -> None:
        text = key_text(key)
        if (not isinstance(key, str) or self._spelled) and text in self.items:
            other = self._spelled.get(text, text)
            if type(other) is not type(key) or other != key:
                raise ValueError(f"has the key {text} as text and as a number or boolean, of which kubectl takes one by chance")
        if not isinstance(key, str):
            self._spelled[text] = key
        self.items[text] = value


def scalar_of(leaf: Leaf) -> Scalar:
    """Tell what a scalar stands for.

    Raises:
        ValueError: it has a tag, and is not of it.
    """
    if leaf.tag is not None:
        return tagged(leaf.tag, leaf.text)
    return plain(leaf.text) if leaf.is_plain else leaf.text


def is_merge(key: Node) -> bool:
    """Tell whether a key takes the keys of other mappings in."""
    return isinstance(key, Leaf) and key.text == "<<" and (key.is_plain or key.tag == MERGE_TAG)


def _allowed(decoded: int) -> float:
    share = min(max((decoded - _FEW_VALUES) / (_MANY_VALUES - _FEW_VALUES), 0), 1)
    return _MOST_ALIASED - (_MOST_ALIASED - _LEAST_ALIASED) * share
