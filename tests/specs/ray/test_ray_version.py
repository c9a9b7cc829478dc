"""Which version of Ray a cluster runs."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem
from heliostat.specs.ray.ray_version import GivenImage, ray_version, ray_version_problems

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
