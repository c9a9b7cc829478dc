"""What Ray's own autoscaler reads off the clusters that we write."""

from __future__ import annotations

from typing import Any

import pytest
from ray.autoscaler._private.kuberay.autoscaling_config import _derive_autoscaling_config_from_ray_cr

from heliostat.specs.ray.head import Head
from heliostat.specs.ray.ray_cluster import RayClusterSpec
from heliostat.specs.ray.worker_group import WorkerGroup
from tests.specs.answers import body

GI = 1024**3


def node_types(head: Head, group: WorkerGroup) -> dict[str, Any]:
    """The kinds of nodes that the autoscaler knows."""
    made = body(RayClusterSpec(head=head, workers=[group], namespace="vision"), "notebooks")
    found: dict[str, Any] = _derive_autoscaling_config_from_ray_cr(made)["available_node_types"]
    return found


@pytest.mark.parametrize("gpu_resource", ["nvidia.com/gpu", "amd.com/gpu", "nvidia.com/mig-1g.5gb", "nvidia.com/gpu.shared"])
def test_workers_have_what_their_containers_have(gpu_resource: str) -> None:
    """CPUs, memory and GPUs of every sort, between the bounds of the group."""
    group = WorkerGroup("gpu", cpu=8, memory="32Gi", gpus=2, gpu_resource=gpu_resource, min_replicas=1, max_replicas=4, num_of_hosts=2)
    seen = node_types(Head(cpu=4, memory="16Gi"), group)["gpu"]

    assert seen["resources"] == {"CPU": 8, "GPU": 2, "memory": 32 * GI}
    assert (seen["min_workers"], seen["max_workers"]) == (2, 8)


@pytest.mark.parametrize("resources", [{}, {"licence": 1}])
def test_a_head_that_takes_no_work_has_no_cpus(resources: dict[str, float | str]) -> None:
    """Otherwise the autoscaler would wait for the head to do it."""
    head = Head(cpu=4, memory="16Gi", schedulable=False, ray_resources=resources)
    seen = node_types(head, WorkerGroup("cpu", cpu=1, memory="1Gi", max_replicas=1))["headgroup"]

    assert seen["resources"] == {"CPU": 0, "memory": 16 * GI, **resources}


def test_what_ray_is_told_of_a_group_comes_first() -> None:
    """Its resources, labels and its own idle time."""
    group = WorkerGroup(
        "tagged",
        cpu=4,
        memory="8Gi",
        max_replicas=1,
        idle_timeout_seconds=30,
        ray_resources={"CPU": 2, "licence": 3},
        ray_labels={"tier": "hot"},
    )
    seen = node_types(Head(cpu=4, memory="16Gi"), group)["tagged"]

    assert seen["resources"] == {"CPU": 2, "licence": 3, "memory": 8 * GI}
    assert (seen["labels"], seen["idle_timeout_s"]) == ({"tier": "hot"}, 30.0)
