"""Which version of Ray a cluster runs."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem
from heliostat.specs.ray.ray_version import GivenImage, python_problems, ray_version, ray_version_problems

TARGETS = Targets(ray="2.52.0")
HEAD = GivenImage("head.image", "rayproject/ray:2.46.0")
OPAQUE = GivenImage("head.image", "registry/train:v1")
WORKER = GivenImage("workers[0].image", "rayproject/ray:2.46.0")


@pytest.mark.parametrize(
    ("explicit", "head", "others", "expected"),
    [
        ("2.53.0", OPAQUE, [], "2.53.0"),
        ("nightly", HEAD, [], None),
        (None, HEAD, [], "2.46.0"),
        (None, OPAQUE, [WORKER], None),
        (None, None, [GivenImage("workers[0].image", "x:1"), WORKER], "2.46.0"),
        (None, None, [], "2.52.0"),
    ],
    ids=[
        "the author decides",
        "the author's word is no version",
        "the head tells",
        "the head tells nothing",
        "a worker tells",
        "the target it is",
    ],
)
def test_the_version_is_found_where_it_is_told(
    explicit: str | None, head: GivenImage | None, others: list[GivenImage], expected: str | None
) -> None:
    """First the author, then the head, then another image, then the target."""
    assert ray_version(explicit, head, others, TARGETS) == expected


@pytest.mark.parametrize(
    ("explicit", "head", "others", "argument", "message"),
    [
        (None, OPAQUE, [], "ray_version", 'must be given, since the tag of the image "registry/train:v1" does not tell it'),
        ("nightly", None, [], "ray_version", "must be a version such as \"2.52.0\", got 'nightly'"),
        ("9" * 5000 + ".1.1", None, [], "ray_version", f"must be a version such as \"2.52.0\", got '{'9' * 5000}.1.1'"),
        ("2.37.0", None, [], "ray_version", "needs Ray 2.38.0 or later with KubeRay 1.7.0, the cluster has 2.37.0"),
        (
            None,
            GivenImage("image", "rayproject/ray:2.9.3"),
            [],
            "image",
            "needs Ray 2.38.0 or later with KubeRay 1.7.0, the cluster has 2.9.3",
        ),
        (
            None,
            HEAD,
            [GivenImage("workers[0].image", "rayproject/ray:2.46.0-py313")],
            "workers[0].image",
            "must be an image that there is: Ray 2.46.0 comes with Python 3.9, 3.10, 3.11, 3.12, got 'rayproject/ray:2.46.0-py313'",
        ),
        (
            "2.52.0",
            HEAD,
            [],
            "head.image",
            'must have Ray 2.52.0 in it as ray_version says, got "rayproject/ray:2.46.0"',
        ),
        (
            None,
            GivenImage("head.image", "rayproject/ray:2.52.0"),
            [WORKER],
            "workers[0].image",
            'must have Ray 2.52.0 in it as the other images say, got "rayproject/ray:2.46.0"',
        ),
    ],
)
def test_a_version_that_is_missing_or_contradicted_is_refused(
    explicit: str | None, head: GivenImage | None, others: list[GivenImage], argument: str, message: str
) -> None:
    """Nodes of different versions do not join, and KubeRay decides by the version."""
    assert list(ray_version_problems(explicit, head, others, TARGETS)) == [Problem(argument, message)]


def test_an_image_that_tells_nothing_is_believed() -> None:
    """The head's version is the cluster's."""
    assert list(ray_version_problems(None, HEAD, [GivenImage("workers[0].image", "registry/train:v1")], TARGETS)) == []


def test_an_old_target_is_refused() -> None:
    """Where neither author nor image says otherwise, it is what runs."""
    expected = Problem("ray_version", "needs Ray 2.38.0 or later with KubeRay 1.7.0, the cluster has 2.37.0")

    assert list(ray_version_problems(None, None, [], Targets(ray="2.37.0"))) == [expected]


@pytest.mark.parametrize(
    ("head", "worker", "is_refused"),
    [
        ("rayproject/ray:2.52.0-py311", "rayproject/ray:2.52.0-py311-gpu", False),
        ("rayproject/ray:2.52.0", "mirror/rayproject/ray:2.52.0-py310-cu128", False),
        ("rayproject/ray:2.52.0-py311", "registry/train:v7", False),
        ("registry/train:v7", "rayproject/ray:2.52.0-py311", False),
        ("rayproject/ray:2.52.0-py311", "rayproject/ray:2.46.0", False),
        ("rayproject/ray:2.52.0-py311", "rayproject/ray:2.52.0", True),
        ("rayproject/ray:2.52.0-py311", "registry/train:v7-ray2.52.0-py312", True),
    ],
    ids=["one Python", "the default", "a worker tells nothing", "the head tells nothing", "another Ray", "not the default", "two Pythons"],
)
def test_nodes_of_another_python_are_refused(head: str, worker: str, is_refused: bool) -> None:
    """Ray lets them not join; what is told of another version of Ray already is not told twice."""
    problems = python_problems(GivenImage("head.image", head), [GivenImage("image", worker), GivenImage("image", worker)], "2.52.0")

    assert [problem.argument for problem in problems] == (["image"] if is_refused else [])
