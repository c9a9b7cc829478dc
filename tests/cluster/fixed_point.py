"""What a cluster stores of a manifest, compared with the manifest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.cluster.kubernetes_api import Object

_KNOWN = re.compile(
    r"\w+\.(status|metadata\.(creationTimestamp|generation|managedFields|resourceVersion|uid))"  # the API server, for every object
    r"|(ClusterQueue|ResourceFlavor|RayJob|RayService)\.metadata\.finalizers"  # Kueue and KubeRay, for what they clean up after
    r"|(RayCluster\.spec|RayJob\.spec\.rayClusterSpec|RayService\.spec\.rayClusterConfig)"  # Kueue, when it admits
    r"\.(suspend|headGroupSpec\.template\.metadata.*|workerGroupSpecs\[\]\.(scaleStrategy|template\.metadata.*))"
    r"|RayJob\.spec\.submitterPodTemplate\.metadata.*"
)


def differences(rendered: Object, stored: Any) -> Iterator[str]:
    """Name the fields of a manifest that read otherwise where it is stored."""
    head = f"{rendered['kind']} {rendered['metadata']['name']}"
    return (f"{head}: {place}" for place in _differences(rendered, stored, ""))


def additions(rendered: Object, stored: Any) -> Iterator[str]:
    """Name the fields of a queue or a Ray object that have come and that nobody is known to add, with `[]` for any item of a list."""
    places = (f"{rendered['kind']}{place}" for place in _additions(rendered, stored, ""))
    return (place for place in places if not _KNOWN.fullmatch(place))


def _differences(rendered: Any, stored: Any, place: str) -> Iterator[str]:
    if isinstance(rendered, dict) and isinstance(stored, dict):
        for key, value in rendered.items():
            yield from _differences(value, stored.get(key), f"{place}.{key}")
    elif isinstance(rendered, list) and isinstance(stored, list) and len(rendered) == len(stored):
        for index, (item, found) in enumerate(zip(rendered, stored, strict=True)):
            yield from _differences(item, found, f"{place}[{index}]")
    elif rendered != stored or type(rendered) is not type(stored):
        yield f"{place} is stored as {stored!r}, rendered as {rendered!r}"


def _additions(rendered: Any, stored: Any, place: str) -> Iterator[str]:
    if isinstance(rendered, dict) and isinstance(stored, dict):
        for key, found in stored.items():
            if key in rendered:
                yield from _additions(rendered[key], found, f"{place}.{key}")
            else:
                yield f"{place}.{key}"
    elif isinstance(rendered, list) and isinstance(stored, list):
        for item, found in zip(rendered, stored, strict=True):
            yield from _additions(item, found, f"{place}[]")
