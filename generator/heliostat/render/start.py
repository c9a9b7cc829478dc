"""Starts Node while Python reads what environments are written with: each takes some tenths of a second, on a processor of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module

_SPECS = (
    "heliostat.specs.ray.ray_cron_job",
    "heliostat.specs.ray.ray_service",
    "heliostat.specs.team.team",
    "heliostat.specs.kueue.cluster_queue",
)
"""What nearly every environment needs and takes longest to read; it needs no Node."""


@cache
def start() -> None:
    """Start Node in this process, for good, and import what environments need.

    Raises:
        FailedError: when Node cannot be started.
    """
    with ThreadPoolExecutor(1) as pool:
        node = pool.submit(import_module, "heliostat.constructs")
        for spec in _SPECS:
            import_module(spec)
        node.result()
