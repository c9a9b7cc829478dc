"""Which versions of KubeRay, Ray and Python go together.

Sources: KubeRay's upgrade guide in Ray's documentation (docs.ray.io, cluster/kubernetes/user-guides/upgrade-guide.html), which Ray
KubeRay's end-to-end tests run at each tag (ray-operator/test/support), and ray-project/ray: ci/ray_ci and the wheels of each release.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets, at_least, minor
from heliostat.specs.ray.described_cluster import described_cluster
from heliostat.specs.ray.image import VERSION, ray_version_of_image, tag_of

OLDEST_RAY = "2.38.0"
"""The oldest that KubeRay 1.3 and later support: from 2.11 to 2.37 the agent that KubeRay's probes ask gets stuck."""

_TESTED: Mapping[str, str] = {"1.5": "2.46", "1.6": "2.52", "1.7": "2.55"}
"""Newest minor version of Ray that a version of KubeRay was tested with."""


@dataclass(frozen=True, slots=True)
class _Python:
    """A version of Python that Ray's own images come with."""

    version: str
    since: str = OLDEST_RAY
    until: str | None = None
    """First version of Ray without it."""

    def is_in(self, ray: str) -> bool:
        return at_least(ray, self.since) and (self.until is None or not at_least(ray, self.until))


_PYTHONS = (
    _Python("3.9", until="2.52.0"),
    _Python("3.10"),
    _Python("3.11"),
    _Python("3.12"),
    _Python("3.13", since="2.54.0"),
    _Python("3.14", since="2.55.0"),
)
"""What is in no list here is not judged, be it a Python or a Ray that is newer than this."""

_DEFAULT_PYTHONS = (("2.52.0", "3.10"), (OLDEST_RAY, "3.9"))
"""Python of the images whose tags name none, and the version of Ray from which on that holds; the newest first."""

_RAYS_OWN = re.compile(r"(?:.*/)?rayproject/ray")
_PYTHON_TAG = re.compile(r"(?:.*[-.])?py3(\d{1,2})(?:[-.].*)?")


@lru_cache(1024)
def python_of_image(image: str) -> str | None:
    """Read the version of Python off an image's tag; None when the tag does not tell it, and is none of Ray's own."""
    if named := _PYTHON_TAG.fullmatch(tag_of(image) or ""):
        return f"3.{named[1]}"
    ray = ray_version_of_image(image)
    if ray is None or not _is_rays_own(image):
        return None
    return next((python for since, python in _DEFAULT_PYTHONS if at_least(ray, since)), None)


@lru_cache(1024)
def missing_python(image: str) -> str | None:
    """Say which Pythons there are where an image of Ray's own is named that was never built."""
    ray, python = ray_version_of_image(image), python_of_image(image)
    known = next((each for each in _PYTHONS if each.version == python), None)
    if ray is None or known is None or not _is_rays_own(image) or not at_least(ray, OLDEST_RAY) or known.is_in(ray):
        return None
    there_are = [each.version for each in _PYTHONS if each.is_in(ray)]
    return f"must be an image that there is: Ray {ray} comes with Python {', '.join(there_are)}, got {image!r}"


def untested(body: JsonObject, targets: Targets) -> str | None:
    """Say that a Ray object runs a Ray which is newer than what its KubeRay was tested with, which mostly works."""
    ray, tested = described_cluster(body).get("rayVersion"), _TESTED.get(minor(targets.kuberay))
    if tested is None or not isinstance(ray, str) or not VERSION.fullmatch(ray) or at_least(tested, minor(ray)):
        return None
    return f"Ray {ray} is newer than Ray {tested}, the newest that KubeRay {minor(targets.kuberay)} was tested with"


def _is_rays_own(image: str) -> bool:
    name = image.partition("@")[0]
    tag = tag_of(image)
    return _RAYS_OWN.fullmatch(name.removesuffix(f":{tag}")) is not None
