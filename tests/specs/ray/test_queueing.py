"""What makes a Ray object one that Kueue admits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from heliostat.specs.arguments import Problem
from heliostat.specs.ray.queueing import namespace_of, namespace_problems, queue_labels, queue_problems, team_queue_problems
from heliostat.specs.ray.worker_group import WorkerGroup
from tests.specs.answers import DNS_SUBDOMAIN, LABEL_VALUE, TARGETS, Thing


@dataclass(frozen=True)
class Placed:
    """Stands in for a Team or a LocalQueue: it has a namespace."""

    name: str
    namespace: str | None


@dataclass(frozen=True)
class WithQueues(Placed):
    """Stands in for a Team that tells its queues."""

    queue_names: Sequence[str] | None


VISION = Placed("vision", "vision")
QUEUE = Placed("default", "vision")


def group(name: str, **arguments: object) -> WorkerGroup:
    """A group with what every pod needs."""
    return WorkerGroup(name, cpu=1, memory="1Gi", **arguments)


def test_queue_and_priority_are_labels() -> None:
    """Kueue reads neither from annotations."""
    assert queue_labels(None, None) == {}
    assert queue_labels(QUEUE, Thing("WorkloadPriorityClass", "high")) == {
        "kueue.x-k8s.io/queue-name": "default",
        "kueue.x-k8s.io/priority-class": "high",
    }


@pytest.mark.parametrize(
    ("own", "team", "queue", "expected"),
    [
        ("a", VISION, QUEUE, "a"),
        (None, VISION, None, "vision"),
        (None, Placed("t", None), QUEUE, "vision"),
        (None, None, QUEUE, "vision"),
        (None, None, "default", None),
        (None, None, None, None),
    ],
)
def test_the_namespace_is_the_objects_own_its_teams_or_its_queues(
    own: str | None, team: Placed | None, queue: Placed | str | None, expected: str | None
) -> None:
    """A queue that is only named says no namespace."""
    assert namespace_of(own, team, queue) == expected


def test_team_queue_and_namespace_agree() -> None:
    """A LocalQueue admits what is beside it."""
    other = Placed("default", "speech")

    assert list(namespace_problems(None, VISION, QUEUE)) == []
    assert list(namespace_problems(None, VISION, other)) == [
        Problem("queue", 'must be a LocalQueue of the namespace "vision", "default" is one of "speech"')
    ]
    assert list(namespace_problems("prod", VISION, QUEUE)) == [
        Problem("namespace", 'must be "vision" as the team "vision" has it, or left out, got "prod"'),
        Problem("queue", 'must be a LocalQueue of the namespace "prod", "default" is one of "vision"'),
    ]


NOT_THE_TEAMS = 'must be one that the team "vision" has, or a LocalQueue construct, got "defualt"'


@pytest.mark.parametrize(
    ("queues", "expected"),
    [
        (["default", "serving"], f'{NOT_THE_TEAMS}, did you mean "default"'),
        (["high", "serving"], f"{NOT_THE_TEAMS}, only high, serving"),
        ([], f"{NOT_THE_TEAMS}, only none"),
    ],
)
def test_a_name_that_is_no_queue_of_the_team_is_refused(queues: list[str], expected: str) -> None:
    """Kueue would hold the object for ever, waiting for a LocalQueue that nobody makes."""
    assert list(team_queue_problems(WithQueues("vision", "vision", queues), "defualt")) == [Problem("queue", expected)]


@pytest.mark.parametrize(
    ("team", "queue"),
    [
        (WithQueues("vision", "vision", ["default"]), "default"),
        (WithQueues("vision", "vision", ["default"]), None),
        (WithQueues("vision", "vision", ["default"]), Placed("made-by-hand", "vision")),
        (WithQueues("vision", "vision", None), "anything"),
        (VISION, "anything"),
        (None, "anything"),
    ],
)
def test_a_queue_that_the_team_may_have_is_taken(team: Placed | None, queue: Placed | str | None) -> None:
    """A LocalQueue beside the team is taken as what made it, and a team that does not tell its queues may have any."""
    assert list(team_queue_problems(team, queue)) == []


@pytest.mark.parametrize(
    ("workers", "elastic", "expected"),
    [
        ([group("a", max_replicas=2)], True, []),
        ([group(f"g{index}") for index in range(17)], False, []),
        (
            [group(f"g{index}") for index in range(18)],
            False,
            [Problem("workers", "must be at most 17 groups in a queue, got 18")],
        ),
        (
            [group("head")],
            False,
            [Problem("workers[0].group_name", 'must not be "head" in a queue, where the head has that name')],
        ),
        (
            [group("a", max_replicas=2)],
            False,
            [Problem("workers[0].max_replicas", "needs elastic=True in a queue, since Kueue admits a fixed number of pods otherwise")],
        ),
        (
            [group("a", max_replicas=2, priority=1)],
            True,
            [Problem("workers[0].priority", "must be left out in a queue, since Kueue 0.19.2 resets it when it admits the cluster")],
        ),
    ],
)
def test_what_kueue_refuses_or_loses_is_refused(workers: list[WorkerGroup], elastic: bool, expected: list[Problem]) -> None:
    """Its webhooks allow eighteen pod sets, no group called head, and scaling of elastic objects only."""
    assert list(queue_problems(workers, "default", None, TARGETS, elastic=elastic)) == expected


def test_names_stand_in_labels() -> None:
    """A LocalQueue of a longer name exists and cannot be chosen."""
    long = "q" * 64

    assert list(queue_problems([], long, Thing("WorkloadPriorityClass", long), TARGETS, elastic=False)) == [
        Problem("queue", f"is named in a label: {LABEL_VALUE}{long!r} (64 characters)"),
        Problem("priority_class", f"is named in a label: {LABEL_VALUE}{long!r} (64 characters)"),
    ]


def test_a_queue_has_the_name_of_a_local_queue() -> None:
    """An empty name is none."""
    assert list(queue_problems([], "", None, TARGETS, elastic=False)) == [Problem("queue", f"is named in a label: {DNS_SUBDOMAIN}''")]


def test_arguments_of_a_queue_need_one() -> None:
    """Without a queue, Kueue does not look at the object."""
    assert list(queue_problems([group("head", max_replicas=1)], None, "high", TARGETS, elastic=True)) == [
        Problem("priority_class", "needs queue=…, in which it says who goes first"),
        Problem("elastic", "needs queue=…, whose Kueue it lets follow the number of workers; without one max_replicas is enough"),
    ]
