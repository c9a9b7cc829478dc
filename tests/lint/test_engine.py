"""Which policies look at which objects, and what becomes of one that raises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heliostat.lint.configuration import Choice, Configuration
from heliostat.lint.engine import Complaint, Verdict, run
from heliostat.lint.policy import Check, Policy, Problem, Terms
from heliostat.lint.resource import Resource
from heliostat.lint.world import World
from heliostat.schemas.targets import Targets
from tests.lint.reports import resource

POD, OTHER, SECRET = (
    resource({"apiVersion": "v1", "kind": kind, "metadata": {"name": name}}) for kind, name in (("Pod", "a"), ("Pod", "b"), ("Secret", "c"))
)
WORLD = World([POD, OTHER, SECRET], Targets(kuberay="1.6.2"))
PROBLEM = Problem("is there", ("metadata", "name"))


def complain(resource: Resource, world: World) -> Iterator[Problem]:
    """Complain of every object."""
    yield PROBLEM


def made(check: Check = complain, terms: Terms = Terms("error"), name: str = "there") -> Policy:  # noqa: B008  # frozen
    """Make a policy."""
    return Policy(name, terms, check, Path(name))


def seen(policy: Policy, configuration: Configuration = Configuration(), world: World = WORLD) -> list[Resource]:  # noqa: B008  # frozen
    """Name the objects that a policy complains of."""
    verdict = run([policy], world, configuration)
    assert verdict.crashes == []
    return [complaint.resource for complaint in verdict.complaints]


def test_a_policy_looks_at_its_kinds() -> None:
    """Those that it names, in their order; every object when it names none."""
    assert seen(made()) == [POD, OTHER, SECRET]
    assert seen(made(terms=Terms("error", kinds=("Secret", "Pod")))) == [SECRET, POD, OTHER]
    assert seen(made(terms=Terms("error", kinds=("Node",)))) == []


def test_complaints_keep_their_order() -> None:
    """First by policy, then by object, then as the policy says them."""

    def twice(resource: Resource, world: World) -> Iterator[Problem]:
        yield Problem("is there")
        yield Problem("is still there")

    first, second = made(twice, name="z"), made(name="a")
    verdict = run([first, second], World([POD, SECRET], Targets()))

    assert verdict == Verdict(
        [
            *(Complaint(first, each, Problem(message)) for each in (POD, SECRET) for message in ("is there", "is still there")),
            *(Complaint(second, each, PROBLEM) for each in (POD, SECRET)),
        ],
        [],
    )


def test_a_policy_is_given_the_world() -> None:
    """It finds other objects, and the versions that run."""

    def check(resource: Resource, world: World) -> Iterator[Problem]:
        if world is WORLD and world.find("Secret", "c") is SECRET:
            yield PROBLEM

    assert seen(made(check)) == [POD, OTHER, SECRET]


@pytest.mark.parametrize(
    ("since", "until", "holds"),
    [
        ({}, {}, True),
        ({"kuberay": "1.6"}, {}, True),
        ({"kuberay": "1.7"}, {}, False),
        ({}, {"kuberay": "1.7"}, True),
        ({}, {"kuberay": "1.6"}, False),
        ({"kuberay": "1.5"}, {"kuberay": "1.7"}, True),
        ({"kuberay": "1.5", "kueue": "1.0"}, {}, False),
        ({"prometheus_operator": "0.1"}, {}, False),
        ({}, {"prometheus_operator": "9.0"}, False),
    ],
)
def test_a_policy_holds_for_versions(since: dict[str, str], until: dict[str, str], holds: bool) -> None:
    """From one version up to another that it excludes, and for no product that does not run."""
    assert bool(seen(made(terms=Terms("error", since=since, until=until)))) is holds


@pytest.mark.parametrize(
    ("enabled", "configuration", "runs"),
    [
        (True, Configuration(), True),
        (True, Configuration(ignore=("there",)), False),
        (True, Configuration(select=("other",)), False),
        (True, Configuration(policies={"there": Choice("off")}), False),
        (False, Configuration(), False),
        (False, Configuration(select=("there",)), True),
        (False, Configuration(policies={"there": Choice("warning")}), True),
    ],
)
def test_a_project_chooses(enabled: bool, configuration: Configuration, runs: bool) -> None:
    """A policy runs as the project chose, else as it says itself."""
    assert bool(seen(made(terms=Terms("error", enabled=enabled)), configuration)) is runs


def test_a_policy_is_given_its_options() -> None:
    """As the project chose them, by name; else their defaults, the first that there is."""
    given: list[Any] = []

    def check(resource: Resource, world: World, **options: str) -> Iterator[Problem]:
        given.append(options)
        yield from ()

    policy = made(check, Terms("error", options={"mode": ("strict", "off"), "other": ("x",)}))
    world = World([POD], Targets())
    run([policy], world)
    run([policy], world, Configuration(policies={"there": Choice(options={"mode": "off"})}))

    assert given == [{"mode": "strict", "other": "x"}, {"mode": "off", "other": "x"}]


def test_a_policy_that_raises() -> None:
    """It is told with the object, the error and how it came to that; the other objects are still looked at, and so are other policies."""

    def check(resource: Resource, world: World) -> Iterator[Problem]:
        yield PROBLEM
        if resource is OTHER:
            raise KeyError("spec")

    broken, fine = made(check, name="broken"), made(name="fine")
    verdict = run([broken, fine], WORLD)

    assert [(each.policy, each.resource) for each in verdict.complaints] == [
        *((broken, each) for each in (POD, SECRET)),
        *((fine, each) for each in (POD, OTHER, SECRET)),
    ]
    assert [(each.policy, each.resource, each.error) for each in verdict.crashes] == [(broken, OTHER, "KeyError: 'spec'")]
    assert 'raise KeyError("spec")' in verdict.crashes[0].traceback


@pytest.mark.parametrize(
    ("check", "error"),
    [
        (lambda resource, world: None, "TypeError: 'NoneType' object is not iterable"),
        (lambda resource: [], "TypeError: "),
        (lambda resource, world: 1 // 0, "ZeroDivisionError: integer division or modulo by zero"),
    ],
    ids=["answers nothing", "takes no world", "raises at once"],
)
def test_a_policy_that_is_none(check: Check, error: str) -> None:
    """A function that cannot answer is a crash on every object that it should look at, never a pass."""
    verdict = run([made(check, Terms("error", kinds=("Secret",)))], WORLD)

    assert verdict.complaints == []
    assert [each.resource for each in verdict.crashes] == [SECRET]
    assert verdict.crashes[0].error.startswith(error)


def test_who_interrupts_is_heeded() -> None:
    """Ctrl-C while a policy runs ends the run."""

    def check(resource: Resource, world: World) -> Iterator[Problem]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run([replace(made(), check=check)], WORLD)
