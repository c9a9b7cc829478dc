"""Keys stand where people look for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.manifests.key_order import FIRST, reading_order


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param("apiVersion kind metadata spec", id="an object"),
        pytest.param("apiVersion kind metadata data immutable", id="a ConfigMap"),
        pytest.param("name generateName namespace labels annotations finalizers", id="metadata"),
        pytest.param("name image imagePullPolicy command args env ports resources volumeMounts", id="a container"),
        pytest.param("groupName replicas minReplicas maxReplicas numOfHosts rayStartParams template", id="a worker group"),
        pytest.param("key operator value effect tolerationSeconds", id="a toleration"),
        pytest.param("name nominalQuota borrowingLimit lendingLimit", id="a quota"),
        pytest.param("apiGroup kind name", id="a roleRef"),
        pytest.param("name key optional", id="a reference into a Secret"),
    ],
)
def test_what_people_look_for_first_comes_first(keys: str) -> None:
    """The well-known fields lead in their customary order, the rest follows by name."""
    expected = keys.split()

    assert reading_order(sorted(expected, reverse=True)) == expected


@given(st.permutations([*FIRST, "Zeta", "alpha", "zeta", "ä", ""]))
def test_the_order_depends_on_the_keys_alone(keys: list[str]) -> None:
    """Whatever order the keys are given in, they are written in the same one, nothing lost."""
    assert reading_order(keys) == [*FIRST, "", "Zeta", "alpha", "zeta", "ä"]
