"""Reads the YAML of one manifest as kubectl and Argo CD do: into JSON values, timestamps staying text."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import yaml

from heliostat.manifests.json_value import JsonValue

_UNKNOWN_TO_JSON = ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:value")


class YamlLoader(yaml.CSafeLoader):
    """PyYAML's C loader without timestamps and default values, which JSON does not have: a plain date and a lone "=" stay text."""


YamlLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag not in _UNKNOWN_TO_JSON]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def read_yaml(text: str) -> JsonValue:
    """Read one document.

    Raises:
        ValueError: naming the line where text stops being YAML, or what in it a manifest cannot hold: a second document, an
            alias (a few of them can stand for more than memory holds), a key that is not text.
    """
    with _faults_told():
        for event in yaml.parse(text, Loader=YamlLoader):
            if isinstance(event, yaml.AliasEvent):
                raise ValueError(f"has the alias *{event.anchor}, expected the value itself")
        return _json(yaml.load(text, Loader=YamlLoader))


def read_documents(text: str) -> list[object]:
    """Read every document of a text, with whatever YAML holds.

    Raises:
        ValueError: naming the line where text stops being YAML.
    """
    with _faults_told():
        return [*yaml.load_all(text, Loader=YamlLoader)]


@contextmanager
def _faults_told() -> Iterator[None]:
    try:
        yield
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"line {mark.line + 1}: " if mark else ""
        raise ValueError(f"{where}{error.problem or error.context}") from error
    except yaml.YAMLError as error:
        raise ValueError(str(error).partition("\n")[0]) from error
    except RecursionError as error:
        raise ValueError("is nested too deep") from error


def _json(value: object) -> JsonValue:
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise ValueError(f"has the key {key!r}, expected text")
        return {key: _json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_json(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"holds {value!r}, expected a finite number")
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise ValueError(f"holds a value of type {type(value).__name__}, which JSON does not have")
