"""Arguments that an older version of what runs in the cluster does not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from heliostat.schemas.targets import Targets, at_least
from heliostat.specs.arguments import Problem

Product = Literal["kuberay", "kueue", "kubernetes"]

_SPELLED: dict[Product, str] = {"kuberay": "KubeRay", "kueue": "Kueue", "kubernetes": "Kubernetes"}


def version_problems(argument: str, product: Product, since: str, targets: Targets) -> Iterator[Problem]:
    """Refuse an argument that was given, when the target is older than the version that brought it."""
    target = getattr(targets, product)
    if not at_least(target, since):
        yield Problem(argument, f"needs {_SPELLED[product]} {since}, the target is {target}")
