"""What crosses to JavaScript arrives as it was sent, or is refused."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.constructs.javascript import javascript_text, plain

SAFE = 2**53 - 1
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-SAFE, SAFE) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def without_none(value: Any) -> Any:
    """Drop what is None from mappings, the slow way."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    return [without_none(item) for item in value] if isinstance(value, list) else value


class TestJavascriptText:
    """JSON that JavaScript reads back."""

    @given(st.dictionaries(st.text(), VALUES))
    def test_round_trip(self, value: dict[str, Any]) -> None:
        """What is not refused is read back as it was."""
        assert json.loads(javascript_text(value)) == value

    @pytest.mark.parametrize("number", [2**53, -(2**53), 2**63 - 1])
    def test_rounded(self, number: int) -> None:
        """A whole number that JavaScript would round is named with its place."""
        with pytest.raises(ValueError, match=rf"^spec\.at\[1\]: {number} is beyond what JavaScript holds exactly"):
            javascript_text({"spec": {"at": [1, number]}})

    def test_not_finite(self) -> None:
        """JSON knows no infinity."""
        with pytest.raises(ValueError, match="not JSON compliant"):
            javascript_text({"spec": float("inf")})


class TestPlain:
    """Manifests as cdk8s writes them."""

    @given(st.dictionaries(st.text(), VALUES))
    def test_drops_none(self, value: dict[str, Any]) -> None:
        """Entries of mappings that are None go, items of lists stay."""
        assert plain(value) == without_none(value)

    @given(st.dictionaries(st.text(), VALUES))
    def test_leaves_what_was_given(self, value: dict[str, Any]) -> None:
        """What was given is left as it is, and comes back itself where nothing is to be done."""
        before = repr(value)
        made = plain(value)

        assert repr(value) == before
        assert plain(made) is made

    def test_other_classes(self) -> None:
        """Any mapping becomes an object, any sequence a list."""
        given = MappingProxyType({"a": (1, MappingProxyType({"b": None, "c": "x"})), "d": range(2)})

        assert plain(given) == {"a": [1, {"c": "x"}], "d": [0, 1]}

    def test_what_no_manifest_holds(self) -> None:
        """Everything else is a mistake in a spec."""
        with pytest.raises(TypeError, match=r"^<object object at .*> is no value of a manifest$"):
            plain({"a": [object()]})


class _Text(str):
    """Text of somebody's own class."""


class _Number(int):
    """A number of somebody's own class."""


def test_subclasses_become_what_they_are() -> None:
    """Text and numbers of somebody's own class cross as text and numbers, keys too."""
    crossed = plain({_Text("a"): [_Text("b"), {"c": _Number(1)}]})

    assert crossed == {"a": ["b", {"c": 1}]}
    assert [type(key) for key in crossed] == [str]
    assert [type(each) for each in crossed["a"]] == [str, dict]
