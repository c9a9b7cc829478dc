"""Keys and values have the lines and columns that an editor shows."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonValue, Path
from heliostat.manifests.yaml_positions import Position, positions
from heliostat.manifests.yaml_reader import UnreadableYamlError, read_documents
from heliostat.manifests.yaml_writer import to_yaml
from tests.yaml_corpus import random_documents

BLOCK = """\
# a comment
apiVersion: v1
kind: "Pod"   # finding: here
metadata:
  labels: {app: web, "tier": [a, 'b']}
  # between
spec:
  containers:
    - name: ä
      command:
        - sh
        - -c
        - |
          echo a

          echo b

      # behind
      args: [
        x,
        y
      ]
    - name: second
      note: several
        lines
      quoted: "several
        lines"
      empty:
      nested:
      - - 1
        - 2
      - - 3
last: {}
"""


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        ((), (2, 1, 33, 9), (2, 1, 33, 9)),
        (("apiVersion",), (2, 1, 2, 11), (2, 13, 2, 15)),
        (("kind",), (3, 1, 3, 5), (3, 7, 3, 12)),
        (("metadata",), (4, 1, 4, 9), (5, 3, 5, 39)),
        (("metadata", "labels"), (5, 3, 5, 9), (5, 11, 5, 39)),
        (("metadata", "labels", "tier"), (5, 22, 5, 28), (5, 30, 5, 38)),
        (("metadata", "labels", "tier", 1), (5, 34, 5, 37), (5, 34, 5, 37)),
        (("spec",), (7, 1, 7, 5), (8, 3, 32, 12)),
        (("spec", "containers", 0), (9, 7, 22, 8), (9, 7, 22, 8)),
        (("spec", "containers", 0, "name"), (9, 7, 9, 11), (9, 13, 9, 14)),
        (("spec", "containers", 0, "command"), (10, 7, 10, 14), (11, 9, 16, 17)),
        (("spec", "containers", 0, "command", 2), (13, 11, 16, 17), (13, 11, 16, 17)),
        (("spec", "containers", 0, "args"), (19, 7, 19, 11), (19, 13, 22, 8)),
        (("spec", "containers", 0, "args", 1), (21, 9, 21, 10), (21, 9, 21, 10)),
        (("spec", "containers", 1, "note"), (24, 7, 24, 11), (24, 13, 25, 14)),
        (("spec", "containers", 1, "quoted"), (26, 7, 26, 13), (26, 15, 27, 15)),
        (("spec", "containers", 1, "empty"), (28, 7, 28, 12), (28, 13, 28, 13)),
        (("spec", "containers", 1, "nested", 0), (30, 9, 31, 12), (30, 9, 31, 12)),
        (("spec", "containers", 1, "nested", 0, 1), (31, 11, 31, 12), (31, 11, 31, 12)),
        (("last",), (33, 1, 33, 5), (33, 7, 33, 9)),
        (("spec", "containers", 1, "nothing", "there"), (23, 7, 32, 12), (23, 7, 32, 12)),
        (("spec", "nothing"), (7, 1, 7, 5), (8, 3, 32, 12)),
        (("kind", 0), (3, 1, 3, 5), (3, 7, 3, 12)),
    ],
)
def test_block_and_flow(path: Path, key: tuple[int, int, int, int], value: tuple[int, int, int, int]) -> None:
    """Every style of YAML has exact places; what has no key, or is not there, is where its value or nearest ancestor is."""
    (found,) = positions(BLOCK.encode())

    assert (found.at(path, key=True), found.at(path)) == (Position(*key), Position(*value))


def test_documents_have_places_of_the_file() -> None:
    """Lines are counted in the file, through separators, empty documents, other line ends and a byte order mark."""
    content = b"\xef\xbb\xbf---\r\n# a\r\na: 1\r\n---\r\n# nothing\r\n---\r\n\r\nb:\r\n  - c: 2\r\n"
    first, second = positions(content)

    assert [document.line for document in read_documents(content)] == [3, 8]
    assert first.at(("a",)) == Position(3, 4, 3, 5)
    assert second.at(("b", 0, "c"), key=True) == Position(9, 5, 9, 6)


def test_json() -> None:
    """JSON has places as YAML does, through escapes that only JSON has, several values on a line, and keys too long for libyaml."""
    first, second = positions(b'{\n\t"a": {"b\\/c": "\\ud83d\\udca1", "d": [1, 2]}\n} {"e": 1}')
    (long,) = positions(b'{"' + b"x" * 2000 + b'": 1}')

    assert first.at(("a", "d", 1)) == Position(2, 41, 2, 42)
    assert first.at(("a", "d"), key=True) == Position(2, 32, 2, 35)
    assert second.at(("e",), key=True) == Position(3, 4, 3, 7)
    assert long.at(("x" * 2000,)) == Position(1, 1, 1, 2008)


def test_aliases_and_merges() -> None:
    """A value that comes from elsewhere is where it is written, and of several keys the place is that of the one that counts."""
    (found,) = positions(b"a: &x {b: 1, c: 2}\nd:\n  b: 0\n  <<: *x\n  c: 3\ne: *x\nf: 1\nf: 2\n")

    assert found.at(("d", "b")) == Position(1, 11, 1, 12)
    assert found.at(("d", "c")) == Position(5, 6, 5, 7)
    assert found.at(("e", "b"), key=True) == Position(1, 8, 1, 9)
    assert found.at(("f",)) == Position(8, 4, 8, 5)


def test_merges_of_merges_end() -> None:
    """What merges itself, or a thousand times the same, is looked through once."""
    bomb = "a0: &a0 {k: v}\n" + "".join(f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}\n" for n in range(1, 60))
    (found,) = positions((bomb + "b: &b\n  <<: *b\n  c: 1\n").encode())

    assert found.at(("a59", "k"), key=True) == Position(1, 10, 1, 11)
    assert found.at(("a59", "nothing"), key=True) == Position(60, 1, 60, 4)
    assert found.at(("b", "nothing"), key=True) == Position(61, 1, 61, 2)


def test_odd_line_ends_are_no_lines() -> None:
    """Only what ends a line in an editor ends one here."""
    (found,) = positions("a: 'b\u2028c\x85d'\ne: f\n".encode())

    assert found.at(("e",)) == Position(2, 4, 2, 5)


def test_what_is_no_yaml_is_refused_when_it_is_asked_for() -> None:
    """Making the trees costs nothing; looking into a document that is not YAML is an error with its place."""
    first, second = positions(b"a: 1\n---\nb: [\n")

    assert first.at(("a",)) == Position(1, 4, 1, 5)
    with pytest.raises(UnreadableYamlError, match=r"^line 4: is not YAML: "):
        second.at(("b",))


def _scalars(value: JsonValue, path: Path) -> list[tuple[Path, JsonValue]]:
    if isinstance(value, dict):
        return [found for key, below in value.items() for found in _scalars(below, (*path, key))]
    if isinstance(value, list):
        return [found for index, below in enumerate(value) for found in _scalars(below, (*path, index))]
    return [(path, value)]


def test_the_text_at_a_position_is_the_value() -> None:
    """Read alone, the text that stands at the place of a one-line value is that value."""
    for text in (to_yaml(body) for body in random_documents(200) if body):
        (document,) = read_documents(text.encode())
        (found,) = positions(text.encode())
        lines = text.split("\n")
        for path, value in _scalars(document.body, ()):
            place = found.at(path)
            if place.line == place.end_line and value is not None:
                written = lines[place.line - 1][place.column - 1 : place.end_column - 1]
                assert [alone.body for alone in read_documents(written.encode())] == [value]
