"""The values a manifest is made of: what JSON can say, and nothing else."""

from __future__ import annotations

import json
from typing import TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
JsonObject: TypeAlias = dict[str, JsonValue]

Path: TypeAlias = tuple[str | int, ...]
"""A place inside a manifest: keys and list indices from the root."""


def show_path(path: Path) -> str:
    """Spell a path as people write it: `spec.workerGroupSpecs[0].groupName`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step and all(character.isalnum() or character in "_-" for character in step):
            text += f".{step}" if text else step
        else:
            text += f'["{step}"]'
    return text


def parse_json(text: str | bytes) -> object:
    """Read one JSON value.

    Raises:
        ValueError: whatever it is that makes it none, be it nested too deep or a number too long for Python.
    """
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError("is not JSON") from error
    return value
