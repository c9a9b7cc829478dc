"""Arguments as the JSON that Kubernetes reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.arguments import arguments
from heliostat.specs.reference import Named
from heliostat.specs.wire import SKIPPED, camel_case, json_of, spelled, wire
from tests.specs.answers import Thing


@arguments
class Inner:
    """Nested arguments."""

    max_surge: int | None = None


@arguments
class Own:
    """Nested arguments that write themselves."""

    def wire(self) -> JsonObject:
        return {"own": True}


@arguments
class Outer:
    """Arguments of every sort."""

    plain_name: str = "a"
    from_: Sequence[str] = ()
    host_ipc: bool | None = field(default=None, metadata=spelled("hostIPC"))
    seconds: int | None = field(default=None, metadata=spelled(write=str))
    elsewhere: str = field(default="b", metadata=SKIPPED)
    inner: Inner | None = None
    own: Own | None = None
    many: Sequence[Inner] = ()
    named: Named | str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)


@arguments
class Wider(Outer):
    """Arguments that add to others."""

    beyond: str = "c"


def test_fields_are_written_in_camel_case_and_silence_is_left_out() -> None:
    """None, empty lists and empty mappings are not written."""
    assert wire(Outer()) == {"plainName": "a"}


def test_every_sort_of_value_is_written() -> None:
    """Spellings, writers, nested arguments and references each have their form; False is said."""
    outer = Outer(
        from_=["x"],
        host_ipc=False,
        seconds=3,
        inner=Inner(),
        own=Own(),
        many=[Inner(max_surge=1)],
        named=Thing("Secret", "n"),
        labels={"k": "v"},
    )

    expected = {
        "plainName": "a",
        "from": ["x"],
        "hostIPC": False,
        "seconds": "3",
        "inner": {},
        "own": {"own": True},
        "many": [{"maxSurge": 1}],
        "named": "n",
        "labels": {"k": "v"},
    }

    assert wire(outer) == expected


def test_only_the_fields_of_an_inherited_class_are_written() -> None:
    """Arguments that several classes make together can be written apart."""
    assert wire(Wider(), fields_of=Outer) == {"plainName": "a"}
    assert wire(Wider()) == {"plainName": "a", "beyond": "c"}


@pytest.mark.parametrize(("name", "expected"), [("a", "a"), ("node_selector", "nodeSelector"), ("except_", "except")])
def test_names_are_spelled_as_kubernetes_does(name: str, expected: str) -> None:
    """Words are joined, the first in lower case; what keeps a name from being a Python word is dropped."""
    assert camel_case(name) == expected


def test_what_is_no_argument_is_not_written() -> None:
    """A value of a type that no argument has is a mistake of ours."""
    with pytest.raises(TypeError, match="object cannot be written"):
        json_of(object())
