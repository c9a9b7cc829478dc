"""Texts of YAML by chance: as tools write it, what is left of it after an accident, and odd scalars wherever one can stand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from random import Random

import yaml

from heliostat.manifests.yaml_writer import to_yaml
from tests.yaml_corpus import ODD_TEXTS, random_document

_PLACES = (
    "{}",
    "a: {}",
    "a: {} # b",
    "{}: a",
    "{}:\n  b: {}",
    "- {}",
    "- - {}\n  - b",
    "- {}: {}",
    "[{}, a]",
    "{{a: {}}}",
    "{{{}: a, b: {}}}",
    "a:\n  {}",
    "a:\n- {}\n- b: {}",
    "a: |\n  {}\nb: c",
    "a: >-\n  b\n  {}\n",
    'a: "{}"',
    "a: '{}'",
    "a: b\n  {}",
    "? {}\n: a",
    "a: &b {}\nc: *b",
    "a: &b\n  {}: 1\nc:\n  d: 2\n  <<: *b",
    "a: !!str {}",
    "a: !!int {}",
    "a: !!float {}",
    "a: !!binary {}",
    "--- {}",
    "a: b\n---\n{}",
    "a: {}\n...\n",
)
_FRAGMENTS = (
    *("yes", "no", "on", "~", "0777", "0o17", "1_000", "12:30", "2001-01-01", ".inf", "1e3", "é", "\U0001f4a1"),
    *("<<: *a", "&a ", "*a", "!!str ", "!x ", "|", ">", "- ", "  ", " ", "\t", "\n", "\n\n", ":", ": ", " #", "# ", "'", '"'),
    *("{", "}", "[", "]", ",", "?", "? ", "---\n", "...\n", "%YAML 1.1\n", "@", "`", "%", "\\", '\\"', "\\x"),
    *("|-\n", ">+\n", "|2\n", "\r", "\r\n", "\x85", "\u2028", "\xa0", "\ufeff", "\x00", "\ufffe"),
    *("a: b\n", "- a\n", "  a: b\n", "- a: b\n", "a:\n", "- - a\n", "{a: b}", "[a, b]", "{}", "[]", "- |\n  a\n", "a: b: c\n"),
    *("a: 'b\n  c'\n", "- -\n"),
)


def odd_scalars() -> Iterator[str]:
    """Give every odd text at every place where a scalar can stand, as it is."""
    for text in ODD_TEXTS:
        for place in _PLACES:
            yield place.format(text, text) if "{" not in text else place.replace("{}", text)


def written(random: Random) -> str:
    """Write any documents in one of the styles that tools write."""
    return random.choice(_WRITERS)(random)


def mutated(random: Random, texts: Sequence[str]) -> str:
    """Take some lines of a text and break them a little."""
    lines = random.choice(texts).splitlines(keepends=True)
    start = random.randrange(max(1, len(lines) - 5)) if random.randrange(3) else 0
    kept = _outdented(lines[start : start + random.randrange(1, 40)])
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        random.choice(_ACCIDENTS)(random, kept)
    return "".join(kept)


def _outdented(lines: list[str]) -> list[str]:
    """Move lines to the left, as far as the first one goes, and drop those behind that would stand outside."""
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip(" "))]
    return [line[len(indent) :] for line in takewhile(lambda line: line.startswith(indent) or not line.strip(), lines)]


def _with_carriage_returns(text: str) -> str:
    return text.replace("\n", "\r\n")


_WRITERS: tuple[Callable[[Random], str], ...] = (
    lambda random: to_yaml(random_document(random)),
    lambda random: "---\n".join(to_yaml(random_document(random)) for _ in range(random.randrange(1, 4))),
    lambda random: _with_carriage_returns(to_yaml(random_document(random))),
    lambda random: json.dumps(random_document(random), indent=random.choice((None, 2, "\t")), ensure_ascii=random.random() < 0.5),
    lambda random: " ".join(json.dumps(random_document(random)) for _ in range(random.randrange(1, 4))),
    lambda random: yaml.safe_dump(random_document(random), default_flow_style=random.choice((True, False, None)), allow_unicode=True),
    lambda random: yaml.safe_dump(
        random_document(random), default_style=random.choice("|>'\""), allow_unicode=random.random() < 0.5, width=20
    ),
    lambda random: yaml.safe_dump([shared := random_document(random), shared, {"a": shared}]),
)


def _drop_line(random: Random, lines: list[str]) -> None:
    if lines:
        del lines[random.randrange(len(lines))]


def _repeat_line(random: Random, lines: list[str]) -> None:
    if lines:
        lines.insert(random.randrange(len(lines) + 1), random.choice(lines))


def _swap_lines(random: Random, lines: list[str]) -> None:
    random.shuffle(part := lines[:4])
    lines[:4] = part


def _indent_line(random: Random, lines: list[str]) -> None:
    if lines:
        at = random.randrange(len(lines))
        lines[at] = (
            random.choice((" ", "  ", "    ")) + lines[at] if random.randrange(2) else lines[at].removeprefix(random.choice((" ", "  ")))
        )


def _put_fragment(random: Random, lines: list[str]) -> None:
    if lines:
        at = random.randrange(len(lines))
        place = random.choice((0, len(lines[at]) - 1, random.randrange(len(lines[at]) + 1), lines[at].find(":") + 2))
        lines[at] = lines[at][:place] + random.choice(_FRAGMENTS) + lines[at][place:]


def _put_odd_value(random: Random, lines: list[str]) -> None:
    if lines:
        at = random.randrange(len(lines))
        key, colon, _ = lines[at].partition(": ")
        lines[at] = f"{key}{colon or ': '}{random.choice(ODD_TEXTS)}\n"


def _drop_character(random: Random, lines: list[str]) -> None:
    at = random.randrange(len(lines)) if lines else 0
    if lines and lines[at]:
        place = random.randrange(len(lines[at]))
        lines[at] = lines[at][:place] + lines[at][place + 1 :]


_ACCIDENTS: tuple[Callable[[Random, list[str]], None], ...] = (
    _drop_line,
    _repeat_line,
    _swap_lines,
    _indent_line,
    _put_fragment,
    _put_fragment,
    _put_fragment,
    _put_odd_value,
    _drop_character,
)
