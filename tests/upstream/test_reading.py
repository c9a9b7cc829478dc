"""Files as kubectl and Argo CD read them, by both of our readers."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.yaml_pieces import Piece, pieces
from heliostat.manifests.yaml_reader import UnreadableYamlError, read_documents
from heliostat.manifests.yaml_simple import NotSimpleError, simple_value
from heliostat.manifests.yaml_tree import tree
from heliostat.manifests.yaml_values import value_of
from tests.upstream.go_program import FULL, ROOT, answers
from tests.yaml_corpus import exactly
from tests.yaml_mutations import mutated, odd_scalars, written

STRICTER = (
    "goes on where the document has ended",  # Go reads no further
    "expected a value without tag",  # Go passes over most tags
    "a value that is not text in base64",  # Go writes other characters for bytes that are no text
    "of which kubectl takes one by chance",
    "expected text that can be printed",  # Go takes a byte order mark at the beginning of any line, and passes over it
    "half a surrogate pair",
    "has a tag that a comma or bracket follows",  # Go takes these for a part of the tag
    "has a question mark in a text between brackets",  # Go takes it for the beginning of a key
    "found unexpected ':'",  # libyaml 0.2.5 does not read [a:, b]
)
"""What we refuse although Go does not: what it would drop or change without a word, and where it departs from other readers."""


def _number(text: str) -> int | float:
    """Take a number for what the API server takes it: 64 bits, or a float."""
    try:
        whole = int(text)
    except ValueError:
        value = float(text)
        if not value.is_integer():
            return value
        whole = int(Decimal(repr(value)))
    return whole if -(2**63) <= whole < 2**63 else float(whole)


def _ours(content: bytes) -> Any:
    try:
        return [document.body for document in read_documents(content) if document.body is not None]
    except UnreadableYamlError as error:
        return error


def _differences(contents: list[bytes]) -> list[tuple[bytes, Any, Any]]:
    """Find what we read in another way than Go, or read and Go does not."""
    found = []
    read = answers("reading", [base64.b64encode(content).decode() for content in contents])
    for content, answer in zip(contents, read, strict=True):
        ours = _ours(content)
        theirs = json.loads(json.dumps(answer.get("documents")), parse_int=_number, parse_float=_number)
        if isinstance(ours, UnreadableYamlError):
            agrees = theirs is None or any(reason in ours.message for reason in STRICTER)
        else:
            agrees = theirs is not None and exactly(ours) == exactly(theirs)
        if not agrees:
            found.append((content, ours, answer))
    return found


def _rendered() -> list[str]:
    return [file.read_text(encoding="utf-8") for file in sorted(ROOT.glob("out/**/*.yaml"))]


def _by_chance(count: int) -> Iterator[str]:
    random = Random(1)
    manifests = [text for text in _rendered() if len(text) < 30_000]
    odd = list(odd_scalars())
    random.shuffle(odd)
    third = count // 3
    yield from odd[:third]
    yield from (written(random) for _ in range(third))
    yield from (mutated(random, manifests) for _ in range(count - third - min(third, len(odd))))


def test_go_reads_the_same() -> None:
    """Written, broken and odd texts come as the values that kubectl takes them for, or are refused as it refuses them."""
    assert _differences([text.encode() for text in _by_chance(24_000 if FULL else 2_000)]) == []


def test_go_reads_the_same_of_what_is_rendered() -> None:
    """Every kind of rendered file comes as kubectl takes it, the CRDs among them."""
    texts = _rendered() if FULL else _rendered()[::5]
    assert _differences([text.encode() for text in texts]) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n# nothing\n",
        b"---\n---\n# a\n---\n",
        b"---\nnull\n---\n~ # b\n---\na: 1",
        b"\xef\xbb\xbfa: 1\n",
        b"\xef\xbb\xbf---\na: 1\n---\nb: 2\n",
        b"a: 1\r\n---\r\nb: |\r\n  x\r\n  y\r\n",
        b"--- # a\nb: 1\n--- \nc: 2\n---#d\ne: 3\n",
        b"--- {a: 1}\n",
        b"a: 1\n---b: 2\n",
        b"a: 1\n----\nb: 2\n",
        b'{"a": 1}{"a": 2}\n[3]',
        b'{"a": 1, "a": 2, "b": 1.0, "c": 1e3, "d": 9223372036854775808, "e": "\\u00e9\\ud83d\\udca1\\/"}',
        b"{a: 1, b: [c, 'd', \"e\"]}\n",
        b'{"a": NaN}',
        b'{\n\t"a": "b",\n\t"c": [\n\t\t1\n\t]\n}\n',
        b"a: |\n  no end of line",
        b"y: 1\n2: b\n1.5: c\n0x10: d\n1e6: e\n3.14159265358979: f\n1e300: g\n-0.0: h\ntrue: i\n",
        b"~: a",
        b"? [a]\n: b",
        b"a: &a {b: 1, c: 2}\nd:\n  b: 0\n  <<: *a\n  c: 3\ne:\n  <<: [*a, {b: 4, f: 5}]\n",
        b"a: &a [1, *a]",
        b"a: *b",
        b"a: &a x\n*a : b\n",
        b"<<: 1",
        b"%YAML 1.1\n---\na: b\n",
        b"a: !!int '12'\nb: !!float 3\nc: !!str 4\nd: !!bool yes\ne: !!null ''\nf: !!binary aGk=\n",
        b"a: !!int b",
        b"\xff\xfea\x00:\x00",
        b"a: \xff",
        b"a: \x00",
    ],
)
def test_go_reads_the_same_of_a_file(content: bytes) -> None:
    """Documents part where kubectl parts them, and every feature of YAML gives what it gives there."""
    assert _differences([content]) == []


def _both(piece: Piece) -> tuple[JsonValue, JsonValue] | None:
    try:
        return simple_value(piece.text), value_of(tree(piece), piece)
    except NotSimpleError:
        return None


def test_the_fast_reader_says_what_the_exact_one_says() -> None:
    """Whatever the guard lets through has the same value by both readers, and it lets nearly all ordinary manifests through."""
    ordinary = [piece for text in _rendered() for piece in pieces(text.encode())]
    read = [_both(piece) for piece in ordinary]

    assert [pair for pair in read if pair is not None and exactly(pair[0]) != exactly(pair[1])] == []
    assert sum(pair is not None for pair in read) / len(read) > 0.97


def test_the_fast_reader_refuses_what_the_exact_one_refuses() -> None:
    """No broken text passes the guard and rapidyaml unless the exact reader takes it for the same."""
    random = Random(2)
    manifests = [text for text in _rendered() if len(text) < 30_000]
    passed = 0
    for text in (mutated(random, manifests) for _ in range(20_000 if FULL else 2_000)):
        try:
            found = [*pieces(text.encode())]
        except UnreadableYamlError:
            continue
        for piece in found:
            pair = _both(piece)
            passed += pair is not None
            assert pair is None or exactly(pair[0]) == exactly(pair[1])

    assert passed > 100
