"""Changes are told by paths that survive an inserted item."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.value_change import value_changes

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.sampled_from(["name", "groupName", "a", "b c"]), below, max_size=4),
)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param({"a": 1}, {"a": 1}, [], id="nothing differs"),
        pytest.param({"spec": {"replicas": 4}}, {"spec": {"replicas": 8}}, ["spec.replicas: 4 -> 8"], id="another value"),
        pytest.param({"a": 1}, {"a": True}, ["a: 1 -> true"], id="one is not true"),
        pytest.param({"a": 1, "b": {"c": 2}}, {"b": {"c": 2}}, ["a: removed 1"], id="a value is gone"),
        pytest.param({}, {"a": {"b": [1]}}, ['a: added {"b": [1]}'], id="a value is new"),
        pytest.param({"a": None}, {"a": 1}, ["a: null -> 1"], id="null is a value"),
        pytest.param({"a": "x"}, {"a": {"b": 1}}, ['a: "x" -> {"b": 1}'], id="another type"),
        pytest.param({"nvidia.com/gpu": "1"}, {"nvidia.com/gpu": "2"}, ['["nvidia.com/gpu"]: "1" -> "2"'], id="a key with dots"),
        pytest.param(
            {"groups": [{"groupName": "cpu", "replicas": 1}, {"groupName": "a100", "replicas": 4}]},
            {"groups": [{"groupName": "new"}, {"groupName": "cpu", "replicas": 1}, {"groupName": "a100", "replicas": 8}]},
            ["groups[a100].replicas: 4 -> 8", 'groups[new]: added {"groupName": "new"}'],
            id="items are matched by name",
        ),
        pytest.param(
            {"env": [{"name": "A"}, {"name": "B"}, {"name": "C"}]},
            {"env": [{"name": "C"}, {"name": "A"}]},
            ['env (order): "A, C" -> "C, A"', 'env[B]: removed {"name": "B"}'],
            id="order alone is a change",
        ),
        pytest.param({"a": []}, {"a": [{"groupName": "x"}]}, ['a[x]: added {"groupName": "x"}'], id="from an empty list"),
        pytest.param(
            {"args": ["a", "b"]}, {"args": ["a", "c", "d"]}, ['args[1]: "b" -> "c"', 'args[2]: added "d"'], id="items without a name"
        ),
        pytest.param(
            {"t": [{"name": "x", "v": 1}, {"name": "x", "v": 2}]},
            {"t": [{"name": "x", "v": 1}, {"name": "x", "v": 3}]},
            ["t[1].v: 2 -> 3"],
            id="names that repeat do not match",
        ),
        pytest.param(
            {"data": {"train.py": "import ray\nray.init()\n"}},
            {"data": {"train.py": "import ray\nray.init(2)\nprint()\n"}},
            ['data["train.py"] (line 2): "ray.init()" -> "ray.init(2)"'],
            id="the first line of a text",
        ),
        pytest.param({"a": "x"}, {"a": "x\ny"}, ['a (line 2): added "y"'], id="a text that grows"),
        pytest.param({"a": "x" * 100}, {}, [f'a: removed "{"x" * 58}…'], id="long values are cut"),
    ],
)
def test_changes(before: JsonValue, after: JsonValue, told: list[str]) -> None:
    """Each place that differs is named once, in the order of the older value."""
    assert [str(change) for change in value_changes(before, after)] == told


@given(values)
def test_no_change(value: JsonValue) -> None:
    """A value does not differ from its copy."""
    assert list(value_changes(value, copy.deepcopy(value))) == []


@given(values, values)
def test_some_change(before: JsonValue, after: JsonValue) -> None:
    """Values that differ are never told to be the same."""
    if before != after:
        assert list(value_changes(before, after))
