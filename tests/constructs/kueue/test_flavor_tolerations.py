"""A pod with tolerations of its own carries those that Kueue would add, so that Argo CD sees the list that is in Git."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.constructs.environment import Environment
from heliostat.constructs.kueue.cluster_queue import ClusterQueue
from heliostat.constructs.kueue.local_queue import LocalQueue
from heliostat.constructs.kueue.resource_flavor import ResourceFlavor
from heliostat.constructs.ray.ray_job import RayJob
from heliostat.constructs.team import Team
from heliostat.render.synth import synthesise
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.worker_group import WorkerGroup

GPU = {"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"}
SPOT = {"key": "spot", "operator": "Equal", "value": "true", "effect": "NoSchedule"}


@pytest.mark.parametrize("door", ["team", "local queue"])
@pytest.mark.parametrize(("gpus", "expected"), [(1, [GPU, SPOT]), (0, None)])
def test_tolerations_of_the_queues_flavors(door: str, gpus: int, expected: Any) -> None:
    """They join a list that is there anyway; without one, Kueue's own list is not compared."""
    environment = Environment("dev")
    app = environment.app("main")
    spot = ResourceFlavor(app, "spot", tolerations=["spot=true:NoSchedule"])
    tainted = ResourceFlavor(app, "tainted", taints=["other=true:NoSchedule"])
    quotas = {flavor: {"cpu": 8, "memory": "64Gi", "nvidia.com/gpu": 8} for flavor in (spot, tainted)}
    research = ClusterQueue(app, "research", quotas=quotas)
    team = Team(app, "vision", queues={"default": research})
    queue = team.queue("default") if door == "team" else LocalQueue(app, "other", namespace="vision", cluster_queue=research)
    worker = WorkerGroup("w", replicas=1, cpu=1, memory="1Gi", gpus=gpus)
    RayJob(app, "job", team=team, queue=queue, head=Head(cpu=1, memory="1Gi"), workers=[worker], entrypoint="python -V")

    (job,) = (each.body for each in synthesise(environment).apps["main"] if each.body["kind"] == "RayJob")
    spec: Any = job["spec"]

    assert spec["rayClusterSpec"]["workerGroupSpecs"][0]["template"]["spec"].get("tolerations") == expected
    assert "tolerations" not in spec["rayClusterSpec"]["headGroupSpec"]["template"]["spec"]
