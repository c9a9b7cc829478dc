"""What authors give becomes values of Python's own types."""

from __future__ import annotations

from collections import OrderedDict, UserDict, deque
from collections.abc import Iterator
from enum import Enum, IntEnum
from types import MappingProxyType

import pytest

from heliostat.specs.plain_value import plain_value


class Pool(str, Enum):  # noqa: UP042  # StrEnum prints its text, this does not
    """Text in an Enum, which prints as `Pool.CPU`."""

    CPU = "cpu"


class Level(IntEnum):
    """Numbers in an Enum."""

    HIGH = 2


class Contrary(str):
    """Text that prints, compares and counts in no way."""

    def __str__(self) -> str:
        raise RuntimeError("not now")

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not now")

    def __hash__(self) -> int:
        raise RuntimeError("not now")


class Broken(dict[str, str]):
    """A mapping that cannot be read."""

    def items(self) -> Iterator[tuple[str, str]]:
        raise OSError("gone")


class Weight(float):
    """A number of a library."""


THING = object()


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        (Pool.CPU, "cpu"),
        (Level.HIGH, 2),
        (Weight(0.5), 0.5),
        (Contrary("a"), "a"),
        ({Pool.CPU: [Pool.CPU, (Level.HIGH,)]}, {"cpu": ["cpu", (2,)]}),
        (OrderedDict(a=1), {"a": 1}),
        (MappingProxyType({"a": UserDict(b=1)}), {"a": {"b": 1}}),
        (deque([1]), [1]),
        (range(2), [0, 1]),
        (b"a", b"a"),
        (THING, THING),
        ([None, True, 1, 1.5, "a"], [None, True, 1, 1.5, "a"]),
    ],
)
def test_values_of_other_classes_are_copied(given: object, plain: object) -> None:
    """Text, numbers, mappings and sequences become Python's own, at every depth; anything else is left to be refused."""
    made = plain_value(given)

    assert made == plain
    assert repr(made) == repr(plain)


def test_later_changes_stay_out() -> None:
    """Arguments are frozen, and so is what they hold."""
    given = [["a"]]
    made = plain_value(given)
    given[0].append("b")

    assert made == [["a"]]


def test_what_holds_itself() -> None:
    """It becomes a value that fits nowhere, and that says why."""
    inner: list[object] = []
    inner.append({"a": inner})

    assert repr(plain_value(inner)) == "a list that holds itself or is more than 100 deep"


def test_what_cannot_be_read() -> None:
    """The place in which it stands is known, and what was raised is told."""
    assert repr(plain_value({"a": Broken()})) == "{'a': a Broken that cannot be read (OSError)}"
