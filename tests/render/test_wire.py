"""What a process that renders answers arrives as it was, and nothing of an author's comes with it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from heliostat.manifests.errors import ConfigurationError, FailedError, HeliostatError, RefusedError
from heliostat.render.run import Failure, Rendering
from heliostat.render.tree import Tree
from heliostat.render.wire import receive, send

RENDERING = Rendering("dev", Tree({"app/a.yaml": "kind: Ä\n", "heliostat.index": "{}"}, 1, ("a warning",)), 0.5)


class Text(str):
    """Text of a class of an author's own."""

    __slots__ = ()


class FineError(HeliostatError):
    """An error that would rather be none."""

    exit_code = 0


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """The two ends of a pipe."""
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


def across(pipe: tuple[int, int], answer: Rendering | Failure | str) -> Rendering | Failure | str | None:
    """Send an answer and receive it."""
    send(pipe[1], answer)
    return receive(pipe[0])


@pytest.mark.parametrize("answer", [RENDERING, "environments/dev.py:7", ""])
def test_arrives(pipe: tuple[int, int], answer: Rendering | str) -> None:
    """A rendering and a line arrive as they were sent."""
    assert across(pipe, answer) == answer


@pytest.mark.parametrize(
    "error",
    [RefusedError(["one", "two"]), ConfigurationError("wrong", hint="do this"), FailedError("failed")],
    ids=lambda error: type(error).__name__,
)
def test_error(pipe: tuple[int, int], error: HeliostatError) -> None:
    """An error arrives as what it was, with what to do and how it came to that."""
    answer = across(pipe, Failure("dev", error, "Traceback"))

    assert isinstance(answer, Failure)
    assert (answer.name, answer.traceback, type(answer.error), str(answer.error)) == ("dev", "Traceback", type(error), str(error))


def test_exit_code_of_an_author(pipe: tuple[int, int]) -> None:
    """An error of an author's own kind is a failure, whatever exit code it wants."""
    answer = across(pipe, Failure("dev", FineError("fine"), ""))

    assert isinstance(answer, Failure)
    assert (type(answer.error), str(answer.error)) == (FailedError, "fine")


@pytest.mark.parametrize("tree", [Tree({"a.yaml": Text("a")}, 1, ()), Tree({Text("a.yaml"): "a"}, 1, ())], ids=["content", "path"])
def test_class_of_an_author(pipe: tuple[int, int], tree: Tree) -> None:
    """A value of a class of an author's own does not cross."""
    with pytest.raises(ValueError, match="unmarshallable"):
        send(pipe[1], Rendering("dev", tree, 0))


@pytest.mark.parametrize("sent", [0, 3, 20])
def test_end(pipe: tuple[int, int], sent: int) -> None:
    """A process that ended said nothing, and half an answer is none."""
    send(pipe[1], RENDERING)
    content = os.read(pipe[0], 10_000)
    os.write(pipe[1], content[:sent])
    os.close(pipe[1])

    assert receive(pipe[0]) is None
