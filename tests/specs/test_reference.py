"""Where a name of an object is asked for, an object of that kind is taken, and nothing else that has a name."""

from __future__ import annotations

import logging
from enum import Enum
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, get_args

import pytest

from heliostat import names
from heliostat.specs.argument_types import type_hints_of, type_problem
from heliostat.specs.reference import Named, OfKind, kind_of
from tests.specs.answers import Thing


class Queue(Enum):
    """Members of an Enum have names, too."""

    DEFAULT = "default"


class Raising:
    """Raises whatever is asked for."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)


QUEUE = Annotated[Named | str, OfKind("ClusterQueue")]


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (Thing("ClusterQueue", "a"), "ClusterQueue"),
        (SimpleNamespace(api_version="v1", kind="Secret", name="a"), "Secret"),  # as cdk8s' own objects
        (SimpleNamespace(kind="Group", name="a"), None),
        (SimpleNamespace(object_kind="Secret", name=3), None),
        (Path("a"), None),
        (logging.getLogger("a"), None),
        (Queue.DEFAULT, None),
        (Raising(), None),
        ("a", None),
    ],
    ids=["ours", "cdk8s'", "a subject", "a name that is no text", "a file", "a logger", "a member", "one that raises", "text"],
)
def test_kind(given: object, kind: str | None) -> None:
    """Objects of Kubernetes tell their kind; what only has a name is none."""
    assert kind_of(given) == kind


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (Thing("RayCluster", "a"), 'the RayCluster "a"'),
        (Path("a"), "PosixPath('a')"),
        (Queue.DEFAULT, "<Queue.DEFAULT: 'default'> (Queue)"),
        (3, "3"),
    ],
)
def test_another_thing_with_a_name_is_refused(given: object, shown: str) -> None:
    """The message says which kind is expected, and what was given in its own words."""
    assert type_problem(given, QUEUE) == [("", f"must be a ClusterQueue or its name, got {shown}")]


def test_objects_and_names_are_taken() -> None:
    """An object of the kind, and text."""
    assert [type_problem(given, QUEUE) for given in (Thing("ClusterQueue", "a"), "a")] == [[], []]


def _bare(hint: Any) -> bool:
    """Whether any `Named` in an annotation is not narrowed to a kind."""
    if getattr(hint, "__metadata__", None) and any(isinstance(mark, OfKind) for mark in hint.__metadata__):
        return False
    return hint is Named or any(_bare(part) for part in get_args(hint))


def test_every_reference_tells_its_kind() -> None:
    """No argument takes just any object; DataSource says the kind in an argument of its own."""
    classes = [cls for name in names.__all__ if is_arguments_class(cls := getattr(names, name))]
    bare = [f"{cls.__name__}.{name}" for cls in classes for name, hint in type_hints_of(cls).items() if _bare(hint)]

    assert bare == ["DataSource.name"]


def is_arguments_class(cls: object) -> bool:
    """Whether instances of a class are arguments."""
    return isinstance(cls, type) and hasattr(cls, "__heliostat_arguments__")
