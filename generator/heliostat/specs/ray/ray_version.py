"""Which version of Ray a cluster runs: the one in its images."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem
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
    """Name a version that is missing, or that the images do not share: nodes of different versions do not join."""
    version = ray_version(explicit, head, others, targets)
    if version is None and explicit is not None:
        yield Problem("ray_version", f'must be a version such as "2.52.0", got {explicit!r}')
        return
    if version is None and head is not None:
        yield Problem("ray_version", f'must be given, since the tag of the image "{head.image}" does not tell it')
        return
    for given in ([head] if head else []) + [*others]:
        told = ray_version_of_image(given.image)
        if told is not None and told != version:
            whose = "ray_version" if explicit is not None else "the other images"
            yield Problem(
                given.argument, f'must have Ray {version} in it as {whose} say{"s" if explicit is not None else ""}, got "{given.image}"'
            )
