"""Files are read as kubectl and Argo CD read them, or refused with the place and the reason, in bounded time and memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time

import pytest

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.yaml_reader import Document, UnreadableYamlError, read_documents, read_yaml
from heliostat.manifests.yaml_tree import DEEPEST


def _bodies(text: str) -> list[JsonValue]:
    return [document.body for document in read_documents(text.encode())]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: {b: [1, 2.5, true, null, x]}", {"a": {"b": [1, 2.5, True, None, "x"]}}),
        ("day: 2026-01-31", {"day": "2026-01-31"}),
        ("match: =", {"match": "="}),
        ("a: [yes, n, On, off, 'yes', ~, Null]", {"a": [True, False, True, False, "yes", None, None]}),
        ("a: [0777, 0o17, 0x1F, 0b11, 1_000, -0x10, 08, 12:30]", {"a": [511, 15, 31, 3, 1000, -16, 8, "12:30"]}),
        ("a: [1.0, 1e3, .5, 1.5e3, 1e400, +1, 1., .]", {"a": [1, 1000, 0.5, 1500, "1e400", 1, 1, "."]}),
        ("a: [9223372036854775807, 9223372036854775808]", {"a": [9223372036854775807, 9.223372036854775808e18]}),
        ("1: a\n1.5: b\ntrue: c\n1e6: d\ny: e", {"1": "a", "1.5": "b", "true": "e", "1e+06": "d"}),
        ("a: 1\nb: 2\na: 3", {"a": 3, "b": 2}),
        ("a: &x {b: 1}\nc: {b: 0, <<: *x, d: 2}", {"a": {"b": 1}, "c": {"b": 1, "d": 2}}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
        ("a: !!str 12\nb: !!int '12'\nc: !!binary aGk=", {"a": "12", "b": 12, "c": "hi"}),
        ("a: |\n  b\n\n   c", {"a": "b\n\n c\n"}),
        ("\ufeffa: b", {"a": "b"}),
        ("a: b\r\nc: |\r\n  d\r\n  e\r\n", {"a": "b", "c": "d\ne\n"}),
        ('{"a": "\\ud83d\\udca1\\/", "b": 1.0, "c": [1e2]}', {"a": "\U0001f4a1/", "b": 1, "c": [100]}),
        ("{a: b}", {"a": "b"}),
        ("just text", "just text"),
    ],
)
def test_values(text: str, value: JsonValue) -> None:
    """Values come as kubectl has them: YAML 1.1's booleans, Go's numbers, dates as text, keys as text."""
    assert _bodies(text) == [value]


@pytest.mark.parametrize(
    ("text", "documents"),
    [
        ("", []),
        ("# a\n\n---\n# b\n", []),
        ("---\nnull\n---\n~\n", []),
        ("# a\n---\n# b\na: 1\n---\n\nb: 2\n---\n", [Document({"a": 1}, 4, True), Document({"b": 2}, 7, True)]),
        ("a: yes\n---\nb: 2\n", [Document({"a": True}, 1, False), Document({"b": 2}, 3, True)]),
        ("a: b\na: c\n", [Document({"a": "c"}, 1, False)]),
        ('{"a": 1}\n{"b": 2} {"c": 3}\n', [Document({"a": 1}, 1, False), Document({"b": 2}, 2, False), Document({"c": 3}, 2, False)]),
    ],
)
def test_documents(text: str, documents: list[Document]) -> None:
    """Each document has its line and whether it is plain; those that are empty or null are left out."""
    assert read_documents(text.encode()) == documents


@pytest.mark.parametrize(
    ("content", "line", "column", "message"),
    [
        (b"a: [1\nb: 2", 2, 2, "is not YAML: did not find expected ',' or ']'"),
        (b"a: 1\n---\nb: 2\n  c: 3", 4, 4, "is not YAML: mapping values are not allowed in this context"),
        (b"a: 1\n--- {b: 2}", 2, 1, "has {b: 2} behind ---, expected a line of its own"),
        (b"a: 1\n...\nb: 2\n", 3, 1, "goes on where the document has ended, and kubectl passes over the rest"),
        (b"a: \xff", 1, 4, "is not UTF-8 text: the byte 0xff is none of it"),
        ("é: 1\nü: ".encode() + b"\xed\xa0\x80", 2, 4, "is not UTF-8 text: the byte 0xed is none of it"),
        (b"a: 1\nb: \x00", 2, 4, "holds the character U+0000, expected text that can be printed"),
        ("a: 1\n\ufeffb: 2".encode(), 2, 1, "holds the character U+FEFF, expected text that can be printed"),
        (b"a:\n  b: .nan", 2, 6, "holds .nan, expected a finite number"),
        (b"~: a", 1, 1, "has the key null, expected text"),
        (b"? [a]\n: b", 1, 3, "has a mapping or a sequence as key, expected text"),
        (b"1: a\n'1': b", 2, 1, "has the key 1 as text and as a number or boolean, of which kubectl takes one by chance"),
        (b"a: !!python/object/apply:os.system [ls]", 1, 4, "has the tag !!python/object/apply:os.system, expected a value without tag"),
        (b"a: !x 1", 1, 4, "has the tag !x, expected a value without tag"),
        (b"a: !!int b", 1, 4, "has the tag !!int and a value that is not of it"),
        (b"a: !!binary /w==", 1, 4, "has the tag !!binary and a value that is not text in base64"),
        (b"a: *b", 1, 4, "has the alias *b of an anchor that is not there"),
        (b"a: &b [*b]", 1, 8, "has the alias *b inside of what it stands for"),
        (b"<<: a", 1, 5, "has << with something else than mappings"),
        (b'{"a": 1e999}', 1, 1, "holds .inf, expected a finite number"),
        (b'{"a": "\\ud800"}', 1, 1, "holds half a surrogate pair, expected whole characters"),
    ],
)
def test_refused(content: bytes, line: int, column: int, message: str) -> None:
    """What kubectl would not read, or not all of it, is refused with its place."""
    with pytest.raises(UnreadableYamlError) as refused:
        read_documents(content)

    assert (refused.value.line, refused.value.column, refused.value.message) == (line, column, message)


def _bomb(width: int, depth: int) -> str:
    first = "a0: &a0 [" + ", ".join("x" * width) + "]\n"
    return first + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]\n" for n in range(1, depth))


HOSTILE = {
    "aliases of aliases": (_bomb(10, 12), "has aliases that stand for too much"),
    "merges of merges": (
        "a0: &a0 {k: v}\n" + "".join(f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}\n" for n in range(1, 60)),
        "has aliases that stand for too much",
    ),
    "a chain of aliases": (
        "".join(f"a{n}: &a{n} [{f'*a{n - 1}' if n else ''}]\n" for n in range(10_000)),
        "is nested deeper than 200 levels",
    ),
    "10,000 brackets": ("[" * 10_000, "is nested deeper than 200 levels"),
    "100,000 braces of JSON": ('{"a":' * 100_000, "is nested deeper than 200 levels"),
    "closed brackets": ("[" * 10_000 + "]" * 10_000, "is nested deeper than 200 levels"),
    "closed braces of JSON": ('{"a":' * 500 + "1" + "}" * 500, "is nested deeper than 200 levels"),
    "3,000 levels of mappings": ("".join(" " * n + "a:\n" for n in range(3_000)), "is nested deeper than 200 levels"),
    "10,000 levels of items": ("- " * 10_000 + "a", "is nested deeper than 200 levels"),
    "a scalar of 100 MB": ("a: " + "x" * 100_000_000, "has 95 MiB, a document has at most 16 MiB"),
    "a text of 100 MB in JSON": ('{"a": "' + "x" * 100_000_000 + '"}', "has 95 MiB, a document has at most 16 MiB"),
    "millions of values": ("a: &a\nb: [" + "1," * 2_000_000 + "1]", "has more than 2,000,000 keys and values"),
    "a number of a million digits": ("a: .inf\nb: " + "9" * 1_000_000, "holds .inf, expected a finite number"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(name: str) -> None:
    """What is made to exhaust a reader ends in one error after seconds at most."""
    text, message = HOSTILE[name]
    start = time.process_time()
    with pytest.raises(UnreadableYamlError) as refused:
        read_documents(text.encode())

    assert refused.value.message == message
    assert time.process_time() - start < 30


def test_memory_is_bounded() -> None:
    """The worst of it is refused by a process that may have 2 GiB."""
    limit = 2 * 2**30
    program = (
        "from heliostat.manifests.yaml_reader import read_documents, UnreadableYamlError\n"
        "from tests.manifests.test_yaml_reader import HOSTILE\n"
        "for text, _ in HOSTILE.values():\n"
        "    try:\n        read_documents(text.encode())\n"
        "    except UnreadableYamlError:\n        continue\n"
        "    raise SystemExit('read')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("depth", [1, DEEPEST])
def test_what_is_not_too_deep_is_read(depth: int) -> None:
    """The deepest that is allowed comes through, as YAML and as JSON."""
    assert _bodies("[" * depth + "1" + "]" * depth) == [read_yaml("[" * depth + "1" + "]" * depth)]
    assert len(_bodies('{"a":' * depth + "1" + "}" * depth)) == 1


def test_nothing_is_written_to_stderr(capfd: pytest.CaptureFixture[str]) -> None:
    """What rapidyaml refuses is told by the exception alone, and the standard error is open again behind it."""
    with pytest.raises(UnreadableYamlError):
        read_documents(b"a:\n    b: 1\n  c: 2\n")
    os.write(2, b"open\n")

    assert capfd.readouterr().err == "open\n"


def test_one_document() -> None:
    """The one document of a text comes as its value, none as None, and a second one is refused."""
    assert read_yaml("a: 1") == {"a": 1}
    assert read_yaml("# a\n") is None
    with pytest.raises(ValueError, match=r"^line 3: has another document, expected one$"):
        read_yaml("a: 1\n---\nb: 2")
    with pytest.raises(ValueError, match=r"^line 2: is not YAML: "):
        read_yaml("a: [1\nb: 2")
