"""How a function becomes a policy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from heliostat.lint.policy import Problem, Terms, policy, terms_of
from heliostat.lint.resource import Resource
from heliostat.lint.world import World


@policy(severity="error")
def small(resource: Resource, world: World) -> Iterator[Problem]:
    """Complain of everything."""
    yield Problem("is there")


@policy(
    severity="warning",
    kinds=["RayJob.ray.io"],
    since={"kuberay": "1.6"},
    until={"kueue": "0.20"},
    enabled=False,
    options={"mode": ("strict", "off")},
)
def full(resource: Resource, world: World, mode: str) -> Iterator[Problem]:
    """Complain of nothing."""
    yield from ()


def test_terms() -> None:
    """What is not said is what most policies mean: every kind, every version, switched on, no options."""
    assert terms_of(small) == Terms("error", kinds=(), since={}, until={}, enabled=True, options={})
    assert terms_of(full) == Terms(
        "warning", ("RayJob.ray.io",), {"kuberay": "1.6"}, {"kueue": "0.20"}, enabled=False, options={"mode": ("strict", "off")}
    )


def test_a_policy_stays_a_function() -> None:
    """It can be called and tested as it was written."""
    assert small.__name__ == "small"
    assert full.__doc__ == "Complain of nothing."


@pytest.mark.parametrize("value", [print, 1, None, Problem("is there"), Terms("error")])
def test_what_is_no_policy(value: object) -> None:
    """A value that nobody marked has no terms."""
    assert terms_of(value) is None
