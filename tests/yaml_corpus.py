"""Documents that a YAML writer easily gets wrong, for every reader that has to give them back as they were."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from heliostat.manifests.json_value import JsonObject, JsonValue

_WITHOUT_SPACES = r"""
    y Y n N yes Yes YES yEs no No NO on On ON off Off OFF true True TRUE tRue false False FALSE null Null NULL nULL ~ none None nil t f
    0 00 -0 +0 1 -1 +1 007 08 09 -08 0o7 0O7 -0o7 0o8 0x1F 0X1f -0x1f 0xg 0b1 0B1 0b2 1_000 1_ _1 _ __ 1__0 -1_0 0_ 0x_1 0b_1 0o_7 1,000
    1e3 1E3 1e+3 1e-3 1e 1e+ e1 E2 -e1 +e1 e-1 -E+1 e1_0 e1x e -1e3 +1e3 1e1000 12e03 0e0 123abc 1a 1d 1f 1L 1p 0x1p-2
    9223372036854775807 9223372036854775808 -9223372036854775809 18446744073709551616
    0.0 -0.0 .0 0. 1. -1. +1. .5 -.5 +.5 ._5 .5_ ._ .e1 .e+1 .1e1 1.e1 1.5e3 1.5E+3 1.5e-3 1.5e 1._5 1_0.5 1.5_0 1e+21 1.0e+21 1.2.3 1.2.3.4
    .inf .Inf .INF .iNF -.inf +.inf -.Inf inf Inf -inf +inf infinity Infinity -Infinity .infinity .nan .NaN .NAN .Nan nan NaN -nan
    . .. ... . .a .env ..a ./a ../a 2.52.0
    2001-01-01 2001-1-1 2001-13-45 01-01-2001 2001-12-14t21:59:43.10-05:00 2001-12-15T02:59:43.1Z 2001-12-14T21 2001-01-01T00:00:00
    12:30:45 1:20 1:60 -1:20 190:20:30 190:20:30.15 20:30:40. 1:2:3:4 1: :1 : :: ::1 fe80::1 1:1.5 8080:80 10.0.0.0/8 12:30 0:0 00:00 60:60
    = == << <<< < > >- | |- |+ |2 >2 - -- --- ---- -a --a ---a -1a ? ?a ! !a !!str !!binary & &a * *a % %YAML %a @ @a ` `a , ,a
    [ ] [] [a] [a a] { } {} {a} {{a}} {a:b} a{b} a[0] a,b a} # #a a#b a# :a a:b a:: a::b a: "' ' '' 'a' a'b it's " "" "a" a"b
    \ \n a\b a\ / /a a/b $ $a $(A) ${A} ( ) (a) ; ;a ^ ^a ~a ~/a _a + +a a+b a=b a&b a*b a!b a|b a>b a?b a%b a@b a`b <a>
    --flag --flag=1 --x=y -x -c -y -n -e5 -e -f- /bin/sh 5m30s 1h 30s 1d 24h 500m 1Gi 16Gi 1024Mi 1T 1Ti 1E 1k 1e3m 100% v1
    v1beta2 1.2.3-rc1
    nvidia.com/gpu rayproject/ray:2.52.0 registry:5000/a@sha256:0e5a 0e1a2b3c 1e10 12e45 deadbeef 12345678 0123456789abcdef 00e1 x509
    system:serviceaccount:a:b *.example.com @every a.b.c. A_B a-b- -a- N/A n/a y/n ON_ off. __proto__ constructor toString length name
"""
_WITH_SPACES = (
    "¦ ¦  ¦ a¦a ¦a  b¦a b¦a : b¦a: b¦a :b¦a #b¦a # b¦# a¦- a¦- - a¦-- a¦--- a¦... a¦? a¦? a: b¦! a¦& a¦* a¦% a¦| a"
    "¦> a¦: a¦, a¦a: ¦a :¦a: b: c"
    "¦key: value¦key:  value¦yes ¦ yes¦yes no¦1 2¦1 ¦0 2 * * *¦*/5 * * * *¦0 0 1 1 0¦2001-12-14 21:59:43.10 -5"
    "¦2001-12-14 21:59:43.10¦12 : 30"
    "¦1 000¦- 1¦+ 1¦- .5¦~ a¦= a¦<< a¦[a, b]¦[a, b] c¦{a: b}¦{a: b} c¦\"a\" b¦'a' b¦'a': b¦\"a\": b¦!!str a¦&a b"
    '¦*a b¦a, b¦say "hi"¦C:\\dir file'
    '¦python train.py --epochs 3¦sh -c \'exec "$0"\'¦{"a": 1, "b": [true, null]}¦echo a; echo b # c¦a\\\\n b'
)
_CHARACTERS = (
    "\t¦a\tb¦\ta¦a\t¦a:\tb¦a\t#b¦\x00¦a\x00b¦\x07¦\x08¦\x0b¦\x0c¦\x1b[31m¦\x1c¦\x1f¦\x7f¦\x80¦\x85¦a\x85b¦\x9f"
    "¦\xa0¦a\xa0¦\xa0a¦a\xa0b¦\xad¦\u061c"
    "¦\u1680¦\u2000¦\u200b¦a\u200db¦\u2028¦a\u2028b¦\u2029¦a\u2029b¦\u202e¦a\u202eb¦\u2066¦\u3000¦a\u3000¦\ufeff"
    "¦a\ufeffb¦\ufeffa¦\ufffd¦\ufffe¦\uffff"
    "¦\U0001f468\u200d\U0001f469¦\U000e0041¦\U0001fffe¦\U0010ffff¦\ue000¦ä¦Jörg Müller¦äöü: ß¦日本語¦日本 語"
    "¦\u0661\u0662¦\uff11\uff12¦\uff59¦e\u0301"
    "¦\u0301¦☃ # ☃¦\u0130¦\u017f"
)
_LINES = (
    "\n¦\n\n¦a\n¦a\n\n¦a\n\n\n¦\na¦\n\na¦\n a¦a\nb¦a\nb\n¦a\nb\n\n¦a\n\nb¦a\n\n\nb\n¦ a\nb¦  a\n b\n¦\ta\nb¦a\n b"
    "¦a\n  b\nc\n¦a\n\tb\n¦a \nb¦a\t\nb"
    "¦a\nb ¦a\nb \n¦a\nb\t¦a\nb\t\n¦a\n \nb¦a\n  \nb\n¦a\n    \nb¦a\n\t\nb¦a\n ¦a\n \n¦a\n\t\n¦a\n\n ¦a\n\n \n¦ \na¦ \n a¦  \n\n¦\t\n¦\n\t"
    "¦a\r\nb¦a\rb¦\r¦\r\n¦a\n\r\n¦a\nb\r¦#\n¦# a\nb¦#!/bin/bash\nset -e\n¦a\n# b\n¦a\n#b¦a: b\nc: d\n"
    "¦a:\n  - b\n  - c\n¦- a\n- b\n¦---\na\n"
    "¦a\n---\nb\n¦---\n¦...\n¦a\n...\nb¦%YAML 1.1\n---\na\n¦|\n a\n¦>\n a¦? a\n: b\n¦a\x85b\nc¦a\u2028\nb"
    "¦a\u202eb\nc¦a\x00\nb¦\ufeffa\nb¦a\n\ufeffb"
    "¦ä\nö\n¦a\xa0\nb\n¦a\n\xa0\nb¦a\n\xa0¦\xa0\na¦a\n\u3000\nb¦日本\n語\n¦\U0001f4a1\n\U0001f4a1\n¦yes\nno\n¦1\n2\n"
    "¦{}\n{}\n¦\"a\n¦'a\n'¦\\\n¦a\\\nb"
    "¦a\n\n\n\n\n\nb\n\n\n\n"
    "¦def main():\n    if True:\n\n        print('a: b')  # c\n\n\nmain()\n"
    '¦all:\n\t@echo "$@" \\\n\t  | tee log\n\n.PHONY: all\n'
    "¦pip:\n  - torch==2.9\nenv_vars:\n  A: 'yes'\n  B: \"1\"\n"
    '¦{\n  "a": [\n    1\n  ]\n}\n'
    "¦set -euo pipefail\ncat <<'EOF' > /tmp/a\n  indented\nEOF\n\nexec \"$@\"\n"
)
_LONG = [
    "x" * 130,
    "x " * 700 + "x",
    "y " * 600 + "y",
    "12" * 700,
    "é" * 1100,
    "a: b " * 300,
    "\U0001f4a1" * 300,
    "x" * 300 + "\ny" * 300,
    "x" * 1100 + "\n",
]

ODD_TEXTS: tuple[str, ...] = tuple(
    dict.fromkeys([*_WITHOUT_SPACES.split(), *_WITH_SPACES.split("¦"), *_CHARACTERS.split("¦"), *_LINES.split("¦"), *_LONG])
)
"""Texts picked by hand: what looks like another type, like YAML, or like nothing."""

ODD_NUMBERS: tuple[int | float, ...] = (
    *(0, 1, -1, 7, 8, 10, 60, 2**31 - 1, 2**31, 2**32, 2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63)),
    *(0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 100.0, 123456789.125, 1e15, 1e16, 1e21, 1e22, 1.5e21, 1e300, 1.7976931348623157e308),
    *(1e-5, 1e-7, 1.5e-7, 5e-324),
)


def odd_documents() -> list[JsonObject]:
    """Every odd text as value, list item, nested item, key at every depth and end of a document; every odd number likewise."""
    return [_everywhere(text) for text in ODD_TEXTS] + [_everywhere(number) for number in ODD_NUMBERS]


def _everywhere(value: str | int | float) -> JsonObject:
    key = value if isinstance(value, str) and len(value) <= LONGEST_KEY else "key"
    return {
        key: {
            key: value,
            "empty": {},
            "none": None,
            "items": [value, [value, [value], {key: value}], {"a": value, key: value}, [], [[]], [{}], {key: [value]}],
        },
        "next": [{key: {key: [True, value]}}, value],
        "\U0010fffe": {"last": value},
    }


LONGEST_KEY = 90
"""Characters of a generated key: no key of that length is refused, however it is spelled."""


def random_document(random: Random) -> JsonObject:
    """Make any document that can be written."""
    return {_random_key(random): _random_value(random, random.randrange(5)) for _ in range(random.randrange(5))}


def _random_text(random: Random) -> str:
    """Make any text without lone surrogates, the odd ones far more often than chance would have them."""
    return random.choice(_TEXT_MAKERS)(random)


def _drawn(random: Random, alphabet: Sequence[str], longest: int) -> str:
    return "".join(random.choice(alphabet) for _ in range(random.randrange(longest + 1)))


def _near_odd(random: Random) -> str:
    return (
        random.choice(["", "-", "+", ".", " ", "a", "1", "\n"])
        + random.choice(ODD_TEXTS)
        + random.choice(["", ":", " ", "a", "1", "_", "\n"])
    )


def _script(random: Random) -> str:
    lines = [
        random.choice(ODD_TEXTS) if random.randrange(2) else _drawn(random, "ab \t#:-\\\"'|", 8) for _ in range(random.randrange(1, 7))
    ]
    return "\n".join(lines) + random.choice(["", "\n", "\n\n"])


def _any_characters(random: Random) -> str:
    points = [random.randrange(random.choice([0x100, 0x3000, 0x10000, 0x110000])) for _ in range(random.randrange(12))]
    return "".join(chr(point) for point in points if not 0xD800 <= point <= 0xDFFF)


_TEXT_MAKERS: tuple[Callable[[Random], str], ...] = (
    lambda random: random.choice(ODD_TEXTS),
    lambda random: _drawn(random, "0123456789+-._:,eExXobnNaAfFyYtTzZ ", 8),
    lambda random: _drawn(random, "yYnNeEsSoOfFtTrRuUlLaA~.", 5),
    lambda random: _drawn(random, "ab1 :#-?!&*|>%@`\"'\\[]{},=<~/$(.\t", 10),
    _near_odd,
    _script,
    _any_characters,
)


def _random_key(random: Random) -> str:
    return _random_text(random)[:LONGEST_KEY]


def _random_value(random: Random, depth: int) -> JsonValue:
    if depth and random.randrange(2):
        return [_random_value(random, depth - 1) for _ in range(random.randrange(4))]
    if depth:
        return {_random_key(random): _random_value(random, depth - 1) for _ in range(random.randrange(4))}
    return random.choice(_SCALAR_MAKERS)(random)


_SCALAR_MAKERS: tuple[Callable[[Random], JsonValue], ...] = (
    *(_random_text, _random_text, _random_text, _random_text),
    lambda random: random.choice([None, True, False]),
    lambda random: random.choice(ODD_NUMBERS),
    lambda random: random.randrange(-(2 ** random.randrange(1, 64)), 2 ** random.randrange(1, 64)),
    lambda random: random.choice([1, -1]) * random.randrange(10**17) * 10.0 ** random.randrange(-30, 30),
)


documents: SearchStrategy[JsonObject] = st.builds(random_document, st.randoms(use_true_random=False))
"""Any document that can be written, as hypothesis draws them."""


def random_documents(count: int) -> list[JsonObject]:
    """Make a number of documents, the same ones each time, for readers that are asked in bulk."""
    random = Random(1)
    return [random_document(random) for _ in range(count)]


def exactly(value: object) -> object:
    """Turn a value into one that equals only the same value of the same type: 1 is not True, 0.0 is not -0.0, and keys have types too."""
    if isinstance(value, dict):
        return {(type(key).__name__, key): exactly(below) for key, below in value.items()}
    if isinstance(value, list):
        return [exactly(below) for below in value]
    return type(value).__name__, repr(value)
