"""Which versions of KubeRay, Ray and Python go together."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.ray.compatibility import missing_python, python_of_image, untested


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("rayproject/ray:2.52.0-py311-gpu", "3.11"),
        ("rayproject/ray:2.46.0-py39", "3.9"),
        ("rayproject/ray:2.52.0", "3.10"),
        ("docker.io/rayproject/ray:2.51.1-gpu", "3.9"),
        ("mirror:5000/rayproject/ray:2.52.0@sha256:00", "3.10"),
        ("registry.example/train:v7-ray2.52.0-py312", "3.12"),
        ("registry.example/train:py313", "3.13"),
        ("rayproject/ray-ml:2.46.0", None),
        ("registry.example/ray:2.52.0", None),
        ("registry.example/rayproject/ray/extra:2.52.0", None),
        ("rayproject/ray:nightly", None),
        ("rayproject/ray:2.9.3", None),
        ("rayproject/ray", None),
        ("registry.example/train:happy311", None),
        ("registry.example/train:v7", None),
    ],
)
def test_the_tag_tells_python_or_nothing(image: str, expected: str | None) -> None:
    """What a tag does not name is known of Ray's own images only."""
    assert python_of_image(image) == expected


@pytest.mark.parametrize(
    ("image", "pythons"),
    [
        ("rayproject/ray:2.38.0-py313", "3.9, 3.10, 3.11, 3.12"),
        ("rayproject/ray:2.52.0-py39", "3.10, 3.11, 3.12"),
        ("mirror/rayproject/ray:2.53.0-py313-gpu", "3.10, 3.11, 3.12"),
        ("rayproject/ray:2.54.0-py314", "3.10, 3.11, 3.12, 3.13"),
    ],
)
def test_images_that_were_never_built(image: str, pythons: str) -> None:
    """Their pods would wait for an image for ever."""
    ray = image.partition(":")[2].partition("-")[0]

    assert missing_python(image) == f"must be an image that there is: Ray {ray} comes with Python {pythons}, got {image!r}"


@pytest.mark.parametrize(
    "image",
    [
        "rayproject/ray:2.51.2-py39",
        "rayproject/ray:2.52.0",
        "rayproject/ray:2.52.0-py312-cu128",
        "rayproject/ray:2.54.0-py313",
        "rayproject/ray:2.60.0-py314",
        "rayproject/ray:2.99.0-py399",
        "rayproject/ray:2.9.3-py313",
        "registry.example/ray:2.52.0-py39",
        "rayproject/ray:nightly-py39",
    ],
)
def test_images_that_there_are_or_may_be(image: str) -> None:
    """What is newer than what is known here, and what others build, is not judged."""
    assert missing_python(image) is None


def ray_cluster(version: object) -> JsonObject:
    """A RayCluster of some version."""
    return {"apiVersion": "ray.io/v1", "kind": "RayCluster", "spec": {"rayVersion": version}}


@pytest.mark.parametrize(
    ("version", "kuberay", "expected"),
    [
        ("2.56.0", "1.7.0", "Ray 2.56.0 is newer than Ray 2.55, the newest that KubeRay 1.7 was tested with"),
        ("2.53.0", "1.6.2", "Ray 2.53.0 is newer than Ray 2.52, the newest that KubeRay 1.6 was tested with"),
        ("2.55.9", "1.7.0", None),
        ("2.46.1", "1.5.1", None),
        ("nightly", "1.7.0", None),
        (2, "1.7.0", None),
        (None, "1.7.0", None),
    ],
)
def test_a_ray_that_kuberay_was_not_tested_with(version: object, kuberay: str, expected: str | None) -> None:
    """It mostly works, so that it is no fault."""
    assert untested(ray_cluster(version), Targets(kuberay=kuberay)) == expected


def test_what_is_no_ray_object() -> None:
    """Nobody asks for its version."""
    assert untested({"apiVersion": "v1", "kind": "ConfigMap", "spec": {"rayVersion": "9.9.9"}}, Targets()) is None
