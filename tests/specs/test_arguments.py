"""Wrong arguments are remembered, not raised, and told together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Any, Literal

import pytest

from heliostat.manifests.json_value import JsonValue
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments, origin_of, problems_of
from heliostat.specs.reference import Named, OfKind, Such


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
    object_kind = "Secret"


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
        ({"extra": {"a": float("inf")}}, [('extra["a"]', "must be a number, got inf")]),
        ({"gruops": []}, [("gruops", 'Cluster has no such argument, got [], did you mean "groups"')]),
        ({"zzz": 1}, [("zzz", "Cluster has no such argument, got 1")]),
    ],
)
def test_a_wrong_argument_is_told_with_its_place_and_value(arguments_given: dict[str, Any], told: list[tuple[str, str]]) -> None:
    """One complaint names the argument, what is expected and what was given."""
    assert _told(Cluster(**arguments_given)) == told


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (Group("small", replicas=1), Group("small", replicas=True)),
        (Group("small", quotas={"cpu": 1}), Group("small", quotas={"cpu": 1.0})),
        (Group("small", quotas={"cpu": Quota(1)}), Group("small", quotas={"cpu": Quota(True)})),
        (Group("small", quotas={"cpu": Quota(1, borrow=0)}), Group("small", quotas={"cpu": Quota(1, lend=0)})),
    ],
)
def test_what_was_right_says_nothing_of_its_like(right: Group, wrong: Group) -> None:
    """Arguments that are right are looked at once; those that Python calls equal to them, and that are not, are looked at too."""
    assert _told(Cluster(groups=[right])) == []
    assert _told(Cluster(groups=[right, wrong])) != []
    assert _told(Cluster(groups=[wrong])) != []
    assert _told(Cluster(groups=[right])) == []


def test_what_was_right_for_other_versions() -> None:
    """What is right for one version is looked at again for another."""
    group = Group("small", replicas=1)
    looked_at: list[str] = []

    class Watched(Group):
        def check(self, targets: Targets) -> Iterator[Problem]:
            looked_at.append(targets.kuberay)
            yield from super().check(targets)

    watched = Watched("small", replicas=1)
    for version in ("1.6.0", "1.7.0", "1.6.0"):
        assert problems_of(Cluster(groups=[group, watched]), Targets(kuberay=version)) == []

    assert looked_at == ["1.6.0", "1.7.0"]


def test_all_that_is_wrong_is_told_at_once() -> None:
    """Nested arguments, unknown names, missing ones and the classes' own rules come in one list."""
    make: Any = Group
    quota: Any = Quota
    wrong = Cluster(
        groups=[make("a", replicas=0), make(replica=2), make("b", quotas={"cpu": quota(1, borrow="x")}), quota(1, 2, 3)],
        mode=quota(),
    )

    assert _told(wrong) == [
        ("groups[3]", "must be a Group, got Quota(nominal=1)"),
        ("groups[0].replicas", "must be at least 1 on KubeRay 1.7.0, got 0"),
        ("groups[1].replica", 'Group has no such argument, got 2, did you mean "replicas"'),
        ("groups[1].name", "is missing"),
        ('groups[2].quotas["cpu"].borrow', "must be a whole number, got 'x'"),
        ("groups[3]", "Quota takes only nominal by position, got 2"),
        ("groups[3]", "Quota takes only nominal by position, got 3"),
        ("mode", "must be 'on' or 'off', got Quota(nominal=None)"),
        ("mode.nominal", "is missing"),
    ]


@arguments
class Pair:
    """Two groups that are to differ in size."""

    left: Group
    right: Group
    size: int = 1

    def check(self, targets: Targets) -> Iterator[Problem]:
        """The sum of both, which only right ones have."""
        if self.left.replicas < 0:
            raise ValueError("no such sum")
        if self.left.replicas + self.right.replicas != self.size:
            yield Problem("size", f"must be {self.left.replicas + self.right.replicas}")
        yield Problem("left.replicas", "is told below already")


def test_what_siblings_say_of_each_other_is_told_with_what_is_wrong_below_them() -> None:
    """A class's own check runs as soon as all types are right, and does not repeat what is known."""
    assert _told(Pair(left=Group("a", replicas=0), right=Group("b", replicas=3))) == [
        ("left.replicas", "must be at least 1 on KubeRay 1.7.0, got 0"),
        ("size", "must be 3"),
    ]


def test_a_check_that_stumbles_over_what_is_wrong_below_it_is_left_out() -> None:
    """What is wrong below is told; a check that fails though all is right below is our own fault, and is raised."""
    assert _told(Pair(left=Group("a", replicas=-1), right=Group("b"))) == [
        ("left.replicas", "must be at least 1 on KubeRay 1.7.0, got -1"),
    ]


class _Queue:
    """Stands in for a construct that tells its kind."""

    name = "q"
    object_kind = "ClusterQueue"


@arguments
class Asking:
    """Arguments that are narrower than their types."""

    queue: Annotated[Named | str, OfKind("LocalQueue")] = "default"
    memory: Annotated[str, Such("16Gi")] = "1Gi"


def test_a_reference_of_another_kind_is_refused() -> None:
    """A construct must be of the kind that is asked for."""
    queue: Any = _Queue()

    assert _told(Asking(queue=queue)) == [("queue", 'must be a LocalQueue or its name, got the ClusterQueue "q"')]
    assert _told(Asking(queue=_Thing())) == [("queue", 'must be a LocalQueue or its name, got the Secret "thing"')]


def test_an_example_shows_what_text_is_meant() -> None:
    """Where text has a form of its own, the message shows one."""
    memory: Any = 16

    assert _told(Asking(memory=memory)) == [("memory", 'must be text such as "16Gi", got 16')]


def test_arguments_show_what_was_said() -> None:
    """Fields at their defaults are not repeated."""
    assert repr(Cluster(groups=[Group("a", replicas=2)], mode="on")) == "Cluster(groups=[Group(name='a', replicas=2)], mode='on')"


def test_a_single_one_where_a_list_belongs() -> None:
    """Brackets are forgotten easily, so the message writes them."""
    group: Any = Group("a")

    assert _told(Cluster(groups=group)) == [("groups", "must be a list, got Group(name='a'), write [Group(…)]")]


def test_a_problem_knows_the_line_of_its_own_arguments() -> None:
    """The line told is that of the nested call, not that of the construct around it."""
    group = Group("a", replicas=0)
    line = origin_of(group).line
    outer = Cluster(groups=[group])

    (problem,) = problems_of(outer, Targets())

    assert (problem.origin, line) == (origin_of(group), origin_of(group).frames[0])
    assert origin_of(outer).frames[0].line == origin_of(group).frames[0].line + 2
