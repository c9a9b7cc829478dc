"""Objects that no controller writes, yet near to what a health check looks for."""

from __future__ import annotations

import re

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from heliostat.manifests.json_value import JsonObject, JsonValue


def with_one_changed(value: JsonValue, odd: JsonValue) -> list[JsonValue]:
    """Every value that differs from this one in a single field or item, at any depth, which is the odd one instead."""
    if isinstance(value, dict):
        return [{**value, name: changed} for name, item in value.items() for changed in [odd, *with_one_changed(item, odd)]]
    if isinstance(value, list):
        return [
            [*value[:place], changed, *value[place + 1 :]]
            for place, item in enumerate(value)
            for changed in [odd, *with_one_changed(item, odd)]
        ]
    return []


def odd_objects(check: str) -> SearchStrategy[JsonObject]:
    """Objects with anything in any place, made of the fields and values that the Lua of a check names more often than not."""
    words = st.sampled_from(sorted({literal or field for literal, field in re.findall(r'"([^" ]+)"|\.(\w+)', check)}))
    scalars = (
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
    )
    anything: SearchStrategy[JsonValue] = st.recursive(
        scalars | words,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words | st.text(max_size=8), inner, max_size=4),
        max_leaves=12,
    )
    condition = _some(
        type=words | anything,
        status=st.sampled_from(["True", "False", "Unknown"]) | anything,
        reason=words | anything,
        message=anything,
        observedGeneration=anything,
    )
    fields = st.dictionaries(words, words | anything, max_size=6)
    known = _some(conditions=st.lists(condition | anything, max_size=5) | anything, observedGeneration=anything)
    return _some(
        metadata=_some(generation=anything, labels=anything, annotations=anything) | anything,
        spec=fields | anything,
        status=st.builds(lambda some, more: {**some, **more}, fields, known) | anything,
    )


def _some(**fields: SearchStrategy[JsonValue]) -> SearchStrategy[JsonObject]:
    return st.fixed_dictionaries({}, optional=fields)
