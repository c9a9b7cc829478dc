"""Which version of Ray a cluster runs: the one in its images."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heliostat.schemas.targets import Targets, at_least
from heliostat.specs.arguments import Problem
from heliostat.specs.ray.compatibility import OLDEST_RAY, missing_python, python_of_image
from heliostat.specs.ray.image import VERSION, ray_version_of_image


@dataclass(frozen=True, slots=True)
class GivenImage:
    """An image that an author gave, and the argument that says so."""

    argument: str
    image: str


def ray_version(explicit: str | None, head: GivenImage | None, others: Sequence[GivenImage], targets: Targets) -> str | None:
    """Find the version: as the author says, else as the head's image tells, else as another image tells, else the target.

    None when what decides tells nothing: Ray's version decides which probes KubeRay injects and which of its options it takes.
    """
    if explicit is not None:
        return explicit if VERSION.fullmatch(explicit) else None
    if head is not None:
        return ray_version_of_image(head.image)
    told = (ray_version_of_image(given.image) for given in others)
    return next((version for version in told if version is not None), targets.ray)


def ray_version_problems(
    explicit: str | None, head: GivenImage | None, others: Sequence[GivenImage], targets: Targets
) -> Iterator[Problem]:
    """Name a version that is missing, too old for KubeRay, or that the images do not share: nodes of different versions do not join."""
    version = ray_version(explicit, head, others, targets)
    if version is None and explicit is not None:
        yield Problem("ray_version", f'must be a version such as "2.52.0", got {explicit!r}')
        return
    if version is None and head is not None:
        yield Problem("ray_version", f'must be given, since the tag of the image "{head.image}" does not tell it')
        return
    if version is not None and not at_least(version, OLDEST_RAY):
        place = head.argument if explicit is None and head is not None else "ray_version"
        yield Problem(place, f"needs Ray {OLDEST_RAY} or later with KubeRay {targets.kuberay}, the cluster has {version}")
    for given in ([head] if head else []) + [*others]:
        if (fault := missing_python(given.image)) is not None:
            yield Problem(given.argument, fault)
        told = ray_version_of_image(given.image)
        if told is not None and told != version:
            whose = "ray_version" if explicit is not None else "the other images"
            yield Problem(
                given.argument, f'must have Ray {version} in it as {whose} say{"s" if explicit is not None else ""}, got "{given.image}"'
            )


def python_problems(head: GivenImage, workers: Sequence[GivenImage], version: str) -> Iterator[Problem]:
    """Name images whose Python is not the head's: Ray lets no node join then (ray 2.52, _private/utils.py, check_version_info)."""
    python = python_of_image(head.image)
    for given in dict.fromkeys(workers):
        other = python_of_image(given.image)
        is_of_another_ray = ray_version_of_image(given.image) not in (None, version)  # which is told already
        if python is not None and other not in (None, python) and not is_of_another_ray:
            told = f'must have Python {python} in it as that of the head, "{head.image}", got "{given.image}" with Python {other}'
            yield Problem(given.argument, told)
