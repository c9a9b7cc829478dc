"""Reads the YAML that nearly all manifests are written in, an order of magnitude faster than the exact readers do.

rapidyaml neither resolves scalars, aliases and tags as Go does nor refuses all that Go refuses. A guard lets it see only documents of
which every line has one of a few forms that all readers of YAML take for the same.
"""

from __future__ import annotations

import json
import os
import re
import threading

import ryml  # type: ignore[import-untyped]  # it has no types

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.yaml_resolver import json_number

_STRANGE = re.compile("[^\\n\\t\\x20-\\x7e\\xa1-\\u1fff\\u2030-\\ud7ff\\ue000-\\ufefe\\uff00-\\ufffd\\U00010000-\\U0010ffff]")
"""Not printable, or a line end to some readers and not to others."""

_NO_TEXT = r"(?! (?=[yYnNoOtTfFiI-]) (?i: y|n|yes|no|on|off|true|false|null|-?(?:nan|inf|infinity) ) (?![^\s:,\]\}]) )"
_KEY = rf'(?: {_NO_TEXT} [A-Za-z_$/] [A-Za-z0-9_.$/-]*+ | \.[a-hj-mo-z] [A-Za-z0-9_.-]*+ | "(?![-+]?\.?(?i:nan|inf)) [^"\\\n\t]++" )'
_NUMBER = r"-?(?: 0 | [1-9][0-9]{0,17}+ )(?: \.[0-9]{1,15}+ )?"
_QUOTED = r""" "[^"\\\n\t]*+(?: \\["\\nt] [^"\\\n\t]*+ )*+" | '[^'\n\t]*+(?: '' [^'\n\t]*+ )*+' """
_WORD = rf"{_NO_TEXT} [A-Za-z_/] [A-Za-z0-9_./-]*+"
_FLOW = rf"(?: {_WORD} | {_NUMBER} (?=[ ,\]\}}]) | true | false | null | {_QUOTED} )"
_VALUE = rf"""
    (?: {_NO_TEXT} (?: [A-Za-z_/$(] | \.\.?/ | --?[A-Za-z] ) [^:\#\n\t]*+ (?: (?: :(?![ \n]) | (?<![ ])\# ) [^:\#\n\t]*+ )*+
      | (?: [0-9]++ (?: \.[0-9]++ )? (?: m | [KMGTP]i? | k | Ei | s | h | d | % )
          | [0-9]++ (?: \.[0-9]++ ){{2,}} (?: /[0-9]++ )?
          | {_NUMBER} | true | false | null | {_QUOTED} | \{{\}} | \[\]
          | \[ {_FLOW} (?: ,[ ] {_FLOW} )*+ \]
          | \{{ {_KEY} :[ ] {_FLOW} (?: ,[ ] {_KEY} :[ ] {_FLOW} )*+ \}}
        ) (?: [ ]++ (?: \#[^\n]*+ )? )?+ (?=\n)
    )
"""
_COMMENT = r"(?: [ ]++ (?: \#[^\n]*+ )? )?+ \n"


def _block(indent: str, name: str, before: str = "[ ]") -> str:
    """Match a block scalar whose lines stand deeper than an indentation, and none of them less deep than the first."""
    first = rf"(?P<{name}> {indent} [ ]++ ) (?=[^ \t\n]) [^\n]*+ \n"
    return rf"{before} [|>][-+]?+ \n {first} (?: (?P={name}) [^\n]*+ \n | [ ]*+ \n )*+"


_HEADER = re.compile(r"(?:---(?: +(?:#[^\n]*)?)?\n)?")
_SIMPLE = re.compile(
    rf"""
    (?:
        (?P<indent> [ ]{{0,120}}+ )
        (?: {_KEY} : (?: (?: [ ]++ {_VALUE} )?+ {_COMMENT} | {_block("(?P=indent)", "a")} )
          | -[ ] (?: {_KEY} : (?: (?: [ ]++ {_VALUE} )?+ {_COMMENT} | {_block("(?P=indent) [ ][ ]", "b")} )
                   | {_VALUE} {_COMMENT}
                   | {_block("(?P=indent) [ ]", "c", before="")} )
          | (?: \#[^\n]*+ )?+ \n
        )
    )*+
    """,
    re.VERBOSE,
)
_STDERR = threading.Lock()


class NotSimpleError(Exception):
    """A document that is for the exact reader."""


def simple_value(text: str) -> JsonValue:
    """Read a document that is surely simple.

    Raises:
        NotSimpleError: it may be right or wrong, but is not simple, or has a key twice.
    """
    body = _after_header(text)
    if "\r" in text or (not text.isascii() and _STRANGE.search(text)) or not _SIMPLE.fullmatch(text, body):
        raise NotSimpleError
    try:
        written = _as_json(text[body:].encode())
        if written is None:  # there is nothing in the document
            raise NotSimpleError
        value: JsonValue = _DECODER.decode(written)
    except (ryml.ExceptionBasic, ValueError) as error:
        raise NotSimpleError from error
    return value


def _after_header(text: str) -> int:
    header = _HEADER.match(text)
    return header.end() if header else 0


def _as_json(text: bytes) -> str | None:
    """Parse and write anew, with the standard error of the process shut: rapidyaml tells there what it refuses, and has no switch."""
    with _STDERR:
        try:
            kept = os.dup(2)
        except OSError:  # it is closed already
            return _emitted(text)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        os.close(null)
        try:
            return _emitted(text)
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _emitted(text: bytes) -> str | None:
    written: str | None = ryml.emit_json(ryml.parse_in_arena(text))
    return written


def _each_once(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key is there twice")
    return made


_DECODER = json.JSONDecoder(object_pairs_hook=_each_once, parse_float=json_number)
