"""What readers of YAML take differently is found, with its place and what each makes of it."""

from __future__ import annotations

import pytest

from heliostat.manifests.yaml_ambiguities import Ambiguity, ambiguities
from heliostat.manifests.yaml_positions import Position
from heliostat.manifests.yaml_reader import UnreadableYamlError
from heliostat.manifests.yaml_writer import to_yaml
from tests.yaml_corpus import random_documents


@pytest.mark.parametrize(
    ("text", "older", "newer", "read"),
    [
        ("yes", "a boolean", "text", "true"),
        ("n", "a boolean", "text", "false"),
        ("Off", "a boolean", "text", "false"),
        ("0777", "a number to the base of 8", "one to the base of 10", "511"),
        ("08", "text", "a number", "8.0"),
        ("0o17", "text", "a number", "15"),
        ("0b11", "a number", "text", "3"),
        ("-0x1F", "a number", "text", "-31"),
        ("1_000", "a number", "text", "1000"),
        ("1_0.5", "a number", "text", "10.5"),
        ("12:30", "a number to the base of 60", "text", '"12:30"'),
        ("12:30:45.5", "a number to the base of 60", "text", '"12:30:45.5"'),
        ("1e3", "text", "a number", "1000.0"),
        ("1.5e3", "text", "a number", "1500.0"),
        ("2026-01-31", "a date", "text", '"2026-01-31"'),
        ("2026-01-31T10:00:00Z", "a time", "text", '"2026-01-31T10:00:00Z"'),
        ("2026-1-31 10:00:00.5 +01:00", "a time", "text", '"2026-1-31 10:00:00.5 +01:00"'),
        ("=", "a default value", "text", '"="'),
    ],
)
def test_scalars(text: str, older: str, newer: str, read: str) -> None:
    """A scalar that YAML 1.1 and 1.2 take for different things is told with both, and with what kubectl reads."""
    message = f"{text} is {older} to YAML 1.1 and {newer} to YAML 1.2, kubectl reads {read}"

    assert ambiguities(f"a:\n  - {text}\n".encode()) == [Ambiguity(0, ("a", 0), Position(2, 5, 2, 5 + len(text)), message)]


CLEAR = """
    true True null ~ 0 10 -1 1.5 1.0e+3 0x1F .inf 500m 1Gi 1.2.3 10.0.0.0/8 8080:http 1:99 a:b yesterday 'yes' "0777" 2026-01-31-a 1h30m e3
"""


@pytest.mark.parametrize("text", CLEAR.split())
def test_clear(text: str) -> None:
    """What all take for the same, and what has quotes, is not told."""
    assert ambiguities(f"a: {text}\nb: &x []\n".encode()) == []


def test_keys() -> None:
    """Keys are scalars too, and one that stands again is told at the later place, in its document."""
    content = b"# a\n---\na: 1\n---\ny: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n  <<: {c: 1}\n"

    assert ambiguities(content) == [
        Ambiguity(1, ("true",), Position(5, 1, 5, 2), "y is a boolean to YAML 1.1 and text to YAML 1.2, kubectl reads true"),
        Ambiguity(1, ("b", "c"), Position(9, 3, 9, 4), "c stands here again, and only the last one counts: the first is on line 7"),
    ]


def test_json() -> None:
    """JSON has no scalars without quotes that anybody doubts, yet keys that are there twice."""
    assert ambiguities(b'{"yes": "no", "a": 1,\n"a": 2}') == [
        Ambiguity(0, ("a",), Position(2, 1, 2, 4), "a stands here again, and only the last one counts: the first is on line 1")
    ]


def test_what_we_write_is_not_ambiguous() -> None:
    """No document of ours has anything to tell."""
    assert [found for body in random_documents(300) for found in ambiguities(to_yaml(body).encode())] == []


def test_not_yaml() -> None:
    """What cannot be read is an error with its place."""
    with pytest.raises(UnreadableYamlError, match=r"^line 2: is not YAML: "):
        ambiguities(b"a: [\n")
