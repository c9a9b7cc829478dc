"""Mappings in Ray's own words, checked against the fields that Ray knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from heliostat.manifests.guess import did_you_mean
from heliostat.manifests.json_value import JsonValue
from heliostat.specs.argument_types import type_problem
from heliostat.specs.arguments import Problem


def field_problems(place: str, given: Mapping[str, JsonValue], fields: Mapping[str, Any], *, closed: bool = True) -> Iterator[Problem]:
    """Check the keys and the types of the values of a mapping.

    Args:
        place: where the mapping stands.
        given: the mapping.
        fields: type by key, as an annotation would spell it.
        closed: False allows further keys.
    """
    for key, value in given.items():
        if key in fields:
            for below, message in type_problem(value, fields[key]):
                yield Problem(f'{place}["{key}"]{below}', message)
        elif closed:
            hint = did_you_mean(key, fields) or f", known are {', '.join(sorted(fields))}"
            yield Problem(f'{place}["{key}"]', f"is no field that Ray knows{hint}")
