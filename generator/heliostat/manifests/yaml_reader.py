"""Reads manifests as kubectl and Argo CD do: YAML and JSON, one document or many, into the values of JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.yaml_pieces import Piece, UnreadableYamlError, pieces
from heliostat.manifests.yaml_resolver import json_number
from heliostat.manifests.yaml_simple import NotSimpleError, simple_value
from heliostat.manifests.yaml_tree import DEEPEST, tree
from heliostat.manifests.yaml_values import value_of

__all__ = ["Document", "UnreadableYamlError", "read_documents", "read_yaml"]


@dataclass(frozen=True, slots=True)
class Document:
    """One document: its value, the line on which it begins, counted from 1, and whether all readers of YAML surely take it for the same.

    Where `is_plain` does not hold, `ambiguities` may find something.
    """

    body: JsonValue
    line: int
    is_plain: bool


def read_documents(content: bytes) -> list[Document]:
    """Read the documents of a file, without those that are empty or null, which kubectl passes over.

    Raises:
        UnreadableYamlError: saying where and why kubectl would not read it, or would not read all that is written there.
    """
    return [_document(piece) for piece in pieces(content)]


def read_yaml(text: str) -> JsonValue:
    """Read the one document of a text; of none, the value is None.

    Raises:
        ValueError: naming the line where the text stops being readable, or of a second document.
    """
    try:
        documents = read_documents(text.encode())
    except UnreadableYamlError as error:
        raise ValueError(str(error)) from error
    if len(documents) > 1:
        raise ValueError(f"line {documents[1].line}: has another document, expected one")
    return documents[0].body if documents else None


def _document(piece: Piece) -> Document:
    line, _ = piece.place(piece.first)
    if piece.is_json:
        return Document(_from_json(piece), line, is_plain=False)
    try:
        return Document(simple_value(piece.text), line, is_plain=True)
    except NotSimpleError:
        return Document(value_of(tree(piece), piece), line, is_plain=False)


def _from_json(piece: Piece) -> JsonValue:
    try:
        body: JsonValue = json.loads(piece.text, parse_int=json_number, parse_float=json_number)
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise piece.unreadable("holds half a surrogate pair, expected whole characters", 0) from error
    except ValueError as error:
        raise piece.unreadable(str(error), 0) from error
    if piece.text.count("[") + piece.text.count("{") > DEEPEST and _is_deeper(body):
        raise piece.unreadable(f"is nested deeper than {DEEPEST} levels", 0)
    return body


def _is_deeper(body: JsonValue) -> bool:
    level = [body]
    for _ in range(DEEPEST):
        level = [
            below for value in level if isinstance(value, dict | list) for below in (value.values() if isinstance(value, dict) else value)
        ]
    return any(isinstance(value, dict | list) for value in level)
