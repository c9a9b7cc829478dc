"""Starts Node while Python reads what environments are written with: each takes some tenths of a second, on a processor of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module

from heliostat.manifests.errors import FailedError

_SPECS = (
    "heliostat.specs.ray.ray_cron_job",
    "heliostat.specs.ray.ray_service",
    "heliostat.specs.team.team",
    "heliostat.specs.kueue.cluster_queue",
)
"""What nearly every environment needs and takes longest to read; it needs no Node."""


def start() -> None:
    """Start Node in this process, for good, and import what environments need.

    Raises:
        FailedError: when Node cannot be started, or could not before: it is not waited for again.
    """
    failure = _start_once()
    if failure is not None:
        raise failure


@cache
def _start_once() -> FailedError | None:
    with ThreadPoolExecutor(1) as pool:
        node = pool.submit(import_module, "heliostat.constructs")
        for spec in _SPECS:
            import_module(spec)
        try:
            node.result()
        except FailedError as failure:
            return failure
    return None
