"""Images of Ray, and the version of Ray that is in them."""

from __future__ import annotations

import re
from functools import lru_cache

VERSION = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}")
"""A version of Ray."""

_OWN_TAG = re.compile(rf"({VERSION.pattern})(?:rc\d+)?(?:[-.].*)?")
_NAMED_IN_TAG = re.compile(rf"(?:.*[^a-z])?ray[-_]?({VERSION.pattern})(?:[^\d].*)?")


_MOST_KEPT = 1024
"""Images whose tags are remembered: all pods of a cluster ask for the same."""


@lru_cache(_MOST_KEPT)
def tag_of(image: str) -> str | None:
    """Take the tag out of an image reference; None when it has none."""
    last = image.partition("@")[0].rpartition("/")[2]
    return last.partition(":")[2] or None


@lru_cache(_MOST_KEPT)
def ray_version_of_image(image: str) -> str | None:
    """Read the version of Ray off an image's tag; None when the tag does not tell it.

    Tags of images called `ray` or `ray-…` begin with it (`rayproject/ray:2.52.0-py311-gpu`); in other images' tags it follows the
    word (`registry.example/train:v7-ray2.52.0`).
    """
    tag = tag_of(image) or ""
    repository = image.partition("@")[0].rpartition("/")[2].partition(":")[0]
    pattern = _OWN_TAG if repository == "ray" or repository.startswith("ray-") else _NAMED_IN_TAG
    match = pattern.fullmatch(tag)
    return match[1] if match else None


def default_image(ray_version: str, *, nvidia: bool) -> str:
    """Name Ray's own image of a version, with the CUDA libraries where there is a GPU for them."""
    return f"rayproject/ray:{ray_version}-gpu" if nvidia else f"rayproject/ray:{ray_version}"
