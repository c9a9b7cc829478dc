"""Runs policies over a world: one that raises is told as such, and the others still run."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from heliostat.lint.configuration import Configuration
from heliostat.lint.policy import Policy, Problem, Terms
from heliostat.lint.resource import Resource
from heliostat.lint.world import World
from heliostat.schemas.targets import Targets, at_least


@dataclass(frozen=True, slots=True)
class Complaint:
    """A problem with one object, and the policy that sees it."""

    policy: Policy
    resource: Resource
    problem: Problem


@dataclass(frozen=True, slots=True)
class Crash:
    """A policy that raised instead of answering: nobody knows what it would have said of the object."""

    policy: Policy
    resource: Resource
    error: str
    traceback: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What policies say of a world."""

    complaints: Sequence[Complaint]
    """In the order of the policies, and of the objects for each."""
    crashes: Sequence[Crash]


def run(policies: Iterable[Policy], world: World, configuration: Configuration = Configuration()) -> Verdict:  # noqa: B008  # frozen
    """Hold every object of a world against the policies that look at its kind.

    Args:
        policies: those that there are.
        world: the objects, and the versions that decide which policies hold.
        configuration: what the project chose: which policies run, and with which options.
    """
    complaints: list[Complaint] = []
    crashes: list[Crash] = []
    for policy in policies:
        if configuration.severity(policy) == "off" or not _holds(policy.terms, world.targets):
            continue
        options = configuration.options(policy)
        for resource in _looked_at(policy.terms, world):
            try:
                complaints += [Complaint(policy, resource, problem) for problem in policy.check(resource, world, **options)]
            except Exception as error:  # whatever the author of a policy did not think of
                crashes.append(Crash(policy, resource, f"{type(error).__name__}: {error}", traceback.format_exc()))
    return Verdict(complaints, crashes)


def _holds(terms: Terms, targets: Targets) -> bool:
    """Tell whether a policy speaks of the versions that run; a product that does not run has none."""
    running = {product: getattr(targets, product) for product in {*terms.since, *terms.until}}
    return all(running[product] is not None and at_least(running[product], version) for product, version in terms.since.items()) and all(
        running[product] is not None and not at_least(running[product], version) for product, version in terms.until.items()
    )


def _looked_at(terms: Terms, world: World) -> Iterator[Resource]:
    if not terms.kinds:
        yield from world.resources
    for kind in terms.kinds:
        yield from world.of_kind(kind)
