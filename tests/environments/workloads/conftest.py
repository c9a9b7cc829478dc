"""One Ray for all tests of the workloads, and the data that they train on and score."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.environments.workloads.ray_cluster import RayCluster, ray_cluster


@pytest.fixture(scope="session")
def ray() -> Iterator[RayCluster]:
    """A running Ray, started once."""
    # not tmp_path, which is long: the path of a socket ends at 107 bytes
    with tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder, ray_cluster(Path(folder)) as cluster:
        yield cluster


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three files of rows that a straight line divides."""
    chance = random.Random(0)
    folder = tmp_path_factory.mktemp("data")
    for file in range(3):
        points = [(chance.uniform(-1, 1), chance.uniform(-1, 1)) for _ in range(50)]
        rows = [f"{file}-{number},{x:.4f},{y:.4f},{int(x > y)}\n" for number, (x, y) in enumerate(points)]
        (folder / f"part-{file}.csv").write_text("id,x,y,label\n" + "".join(rows))
    return folder
