"""Wrong arguments are remembered, not raised, and told together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal

import pytest

from heliostat.manifests.json_value import JsonValue
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments, origin_of, problems_of
from heliostat.specs.reference import Named


@arguments
class Quota:
    """An amount."""

    nominal: int | str = field(kw_only=False)
    borrow: int | None = None


@arguments
class Group:
    """A group with a rule of its own."""

    name: str = field(kw_only=False)
    replicas: int = 1
    quotas: Mapping[str, Quota | int] = field(default_factory=dict)

    def check(self, targets: Targets) -> Iterator[Problem]:
        """No group without replicas."""
        if self.replicas < 1:
            yield Problem("replicas", f"must be at least 1 on KubeRay {targets.kuberay}, got {self.replicas}")


@arguments
class Cluster:
    """Groups."""

    groups: Sequence[Group] = ()
    mode: Literal["on", "off"] = "off"
    owner: Named | str | None = None
    ratio: float = 1.0
    extra: Mapping[str, JsonValue] = field(default_factory=dict)


class _Thing:
    name = "thing"


def _told(value: object) -> list[tuple[str, str]]:
    return [(problem.argument, problem.message) for problem in problems_of(value, Targets())]


def test_right_arguments_have_no_problems() -> None:
    """Every annotated form of a value is taken: subclasses, tuples, integers for numbers, constructs for names."""
    given = Cluster(
        groups=(Group("a", quotas={"cpu": 1, "memory": Quota("1Gi", borrow=2)}),),
        mode="on",
        owner=_Thing(),
        ratio=2,
        extra={"a": [None, {"b": 1.5}]},
    )

    assert problems_of(given, Targets()) == []


@pytest.mark.parametrize(
    ("arguments_given", "told"),
    [
        ({"mode": "onn"}, [("mode", "must be 'on' or 'off', got 'onn'")]),
        ({"groups": "ab"}, [("groups", "must be a list, got 'ab'")]),
        ({"groups": [1]}, [("groups[0]", "must be a Group, got 1")]),
        ({"owner": 3}, [("owner", "must be a construct or text, got 3")]),
        ({"ratio": "1"}, [("ratio", "must be a number, got '1'")]),
        ({"ratio": float("nan")}, [("ratio", "must be a number, got nan")]),
        ({"ratio": True}, [("ratio", "must be a number, got True")]),
        ({"extra": {1: 2}}, [("extra", "has the key 1, which must be text, got 1")]),
        ({"extra": {"a": {"b": {3}}}}, [('extra["a"]["b"]', "must be a value that YAML can hold, got {3} (set)")]),
        ({"extra": {"a": float("inf")}}, [('extra["a"]', "must be a finite number, got inf")]),
        ({"gruops": []}, [("gruops", 'Cluster has no such argument, got [], did you mean "groups"?')]),
        ({"zzz": 1}, [("zzz", "Cluster has no such argument, got 1")]),
    ],
)
def test_a_wrong_argument_is_told_with_its_place_and_value(arguments_given: dict[str, Any], told: list[tuple[str, str]]) -> None:
    """One complaint names the argument, what is expected and what was given."""
    assert _told(Cluster(**arguments_given)) == told


def test_all_that_is_wrong_is_told_at_once() -> None:
    """Nested arguments, unknown names, missing ones and the classes' own rules come in one list."""
    make: Any = Group
    quota: Any = Quota
    wrong = Cluster(
        groups=[make("a", replicas=0), make(replica=2), make("b", quotas={"cpu": quota(1, borrow="x")}), quota(1, 2, 3)],
        mode=quota(),
    )

    assert _told(wrong) == [
        ("groups[3]", "must be a Group, got Quota(nominal=1, borrow=None) (Quota)"),
        ("groups[0].replicas", "must be at least 1 on KubeRay 1.7.0, got 0"),
        ("groups[1].replica", 'Group has no such argument, got 2, did you mean "replicas"?'),
        ("groups[1].name", "is missing"),
        ('groups[2].quotas["cpu"].borrow', "must be a whole number, got 'x'"),
        ("groups[3]", "Quota takes 1 arguments by position, got 2 beyond them"),
        ("groups[3]", "Quota takes 1 arguments by position, got 3 beyond them"),
        ("mode", "must be 'on' or 'off', got Quota(nominal=None, borrow=None) (Quota)"),
        ("mode.nominal", "is missing"),
    ]


def test_a_problem_knows_the_line_of_its_own_arguments() -> None:
    """The line told is that of the nested call, not that of the construct around it."""
    group = Group("a", replicas=0)
    line = origin_of(group).line
    outer = Cluster(groups=[group])

    (problem,) = problems_of(outer, Targets())

    assert (problem.origin, line) == (origin_of(group), origin_of(group).frames[0])
    assert origin_of(outer).frames[0].line == origin_of(group).frames[0].line + 2
