"""Images, and the version of Ray in them."""

from __future__ import annotations

import pytest

from heliostat.specs.ray.image import default_image, ray_version_of_image


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("rayproject/ray:2.52.0", "2.52.0"),
        ("rayproject/ray:2.52.0-py311-gpu", "2.52.0"),
        ("rayproject/ray-ml:2.46.0.0e19ea-py312", "2.46.0"),
        ("registry:5000/mirror/ray:2.53.0rc1-py311@sha256:00", "2.53.0"),
        ("registry.example/train:v7-ray2.52.0", "2.52.0"),
        ("registry.example/train:ray-2.52.0-cuda12", "2.52.0"),
        ("rayproject/ray:nightly", None),
        ("rayproject/ray:latest", None),
        ("rayproject/ray", None),
        ("rayproject/ray@sha256:00", None),
        ("registry.example:2.52.0/ray", None),
        ("registry.example/train:2.52.0", None),
        ("registry.example/train:xray2.52.0", None),
    ],
)
def test_the_tag_tells_the_version_or_nothing(image: str, expected: str | None) -> None:
    """A tag that might be the version of something else is not taken for Ray's."""
    assert ray_version_of_image(image) == expected


def test_pods_with_nvidia_gpus_get_the_image_with_cuda() -> None:
    """Both are of one version and one Python."""
    assert [default_image("2.52.0", nvidia=False), default_image("2.52.0", nvidia=True)] == [
        "rayproject/ray:2.52.0",
        "rayproject/ray:2.52.0-gpu",
    ]
