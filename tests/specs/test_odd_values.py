"""Whatever is given for whichever argument, it is refused by the argument's name, or it works."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from heliostat.specs.arguments import is_arguments, problems_of
from heliostat.specs.network_rule import IngressRule, IpBlock, PortRange
from heliostat.specs.object_spec import ObjectSpec
from heliostat.specs.team.access import Subject
from heliostat.specs.team.limit_range import LimitRangeItem
from heliostat.specs.team.network_policy import TeamNetworkPolicy
from heliostat.specs.team.team import TeamQueue, TeamSpec
from heliostat.specs.wire import json_of
from tests.specs.answers import TARGETS
from tests.specs.kueue.test_every_field import EVERY_ARGUMENT as OF_KUEUE
from tests.specs.ray.every_argument import EVERY_ARGUMENT as OF_CLUSTERS
from tests.specs.ray.jobs import cron_job, job, service
from tests.specs.ray.test_every_job_field import EVERY_ARGUMENT as OF_JOBS
from tests.specs.ray.test_serve_config import FULL as SERVED


class Raising:
    """Raises whatever is done with it."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)

    def __repr__(self) -> str:
        raise RuntimeError("no text")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparison")

    __hash__ = None


class Unbound:
    """Stands in for a proxy that nothing is behind."""

    @property
    def __class__(self) -> type:
        raise RuntimeError("nothing is bound")


ENDLESS: list[object] = []
ENDLESS.append(ENDLESS)

NO_VALUES: dict[str, object] = {
    "raising": Raising(),
    "unbound": Unbound(),
    "endless": ENDLESS,
    "huge": 10**5000,
    "infinite": math.inf,
    "no number": math.nan,
    "decimal": Decimal(1),
    "bytes": b"a",
    "generator": (item for item in "ab"),
    "class": int,
    "module": sys,
    "path": Path("a"),
}
"""What no argument takes."""

TEXTS = ["", "\ud800", "a\0b\n", "9" * 5000, "@every 1" + "0" * 5000 + "h", "x:" + "9" * 5000, f"{'9' * 5000}.1.1", "%s", "../.."]
"""What is text, and hard to read."""


def _inside(value: object) -> Iterator[Any]:
    """The instances of classes of arguments in a value."""
    if is_arguments(value):
        yield value
        value = [getattr(value, entry.name) for entry in fields(value)]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    for item in items:
        yield from _inside(item)


TEAM = TeamSpec(
    queues={"default": TeamQueue("research", fair_sharing_weight=1)},
    submitters=[Subject("Group", "vision")],
    limit_range=[LimitRangeItem(max={"cpu": 1}, default={"cpu": 1}, min={"cpu": 1}, max_limit_request_ratio={"cpu": 1})],
    resource_quota={"pods": 1},
    network_policy=TeamNetworkPolicy(ingress=[IngressRule(ports=[PortRange(1, end_port=2)])], dns=[IpBlock("10.0.0.0/8")]),
)
_GIVEN = [
    job(),
    cron_job(),
    service(serve_config=SERVED),
    TEAM,
    *OF_CLUSTERS.values(),
    *[spec for specs in [*OF_JOBS.values(), *OF_KUEUE] for spec in specs],
]


def _place(cls: type, argument: str) -> str:
    """Name an argument by the class that has it first, of those that a class extends."""
    first = next(each for each in reversed(cls.__mro__) if argument in getattr(each, "__dataclass_fields__", ()))
    return f"{first.__name__}.{argument}"


INSTANCES = {_place(type(each), entry.name): each for each in reversed([*_inside(_GIVEN)]) for entry in fields(each)}
"""An instance with right arguments for each argument there is, the simplest one."""


def _with(instance: Any, argument: str, value: object) -> Any:
    given = {entry.name: getattr(instance, entry.name) for entry in fields(instance) if entry.name in instance._given}
    return type(instance)(**{**given, argument: value})


@pytest.mark.parametrize("place", INSTANCES)
def test_no_value(place: str) -> None:
    """What no argument takes is refused, and the message begins with the argument."""
    argument = place.partition(".")[2]
    told = {name: problems_of(_with(INSTANCES[place], argument, value), TARGETS) for name, value in NO_VALUES.items()}

    assert [name for name, problems in told.items() if not any(problem.argument.startswith(argument) for problem in problems)] == []


@pytest.mark.parametrize("place", INSTANCES)
def test_odd_text(place: str) -> None:
    """Text is refused in words of ours, or it can be written."""
    for text in TEXTS:
        given = _with(INSTANCES[place], place.partition(".")[2], text)
        problems = problems_of(given, TARGETS)

        assert problems or (given.parts("it", TARGETS) if isinstance(given, ObjectSpec) else [json_of(given)])
        assert not any("integer string conversion" in problem.message for problem in problems)
