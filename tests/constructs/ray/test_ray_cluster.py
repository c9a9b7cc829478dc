"""The construct of a RayCluster, beside the constructs that it takes."""

from __future__ import annotations

import inspect
from typing import Any

import cdk8s
import pytest

from heliostat.constructs.kueue.cluster_queue import ClusterQueue
from heliostat.constructs.kueue.resource_flavor import ResourceFlavor
from heliostat.constructs.kueue.workload_priority_class import WorkloadPriorityClass
from heliostat.constructs.ray.ray_cluster import RayCluster
from heliostat.constructs.team import Team
from heliostat.manifests.errors import RefusedError
from heliostat.specs.ray.disruption_budget import DisruptionBudget
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.ray_cluster import RayClusterSpec
from heliostat.specs.ray.worker_group import WorkerGroup
from tests.specs.answers import bodies


def test_a_construct_makes_the_objects_of_its_spec() -> None:
    """The cluster first, then what belongs to it."""
    chart = cdk8s.Testing.chart()
    arguments: dict[str, Any] = {
        "head": Head(cpu=2, memory="8Gi"),
        "workers": [WorkerGroup("workers", cpu=1, memory="2Gi", replicas=2)],
        "disruption_budget": DisruptionBudget(groups={"workers": 1}),
    }
    RayCluster(chart, "notebooks", **arguments)

    assert cdk8s.Testing.synth(chart) == [*bodies(RayClusterSpec(**arguments), "notebooks").values()]


def test_team_queue_and_flavor_are_taken_over() -> None:
    """The namespace and the label come from the team's queue, node labels and tolerations from the flavor."""
    chart = cdk8s.Testing.chart()
    a100 = ResourceFlavor(chart, "a100", node_labels={"pool": "a100"}, taints=["nvidia.com/gpu=present:NoSchedule"])
    research = ClusterQueue(chart, "research", quotas={a100: {"cpu": 64, "memory": "1Ti", "nvidia.com/gpu": 8}})
    vision = Team(chart, "vision", queues={"default": research})
    RayCluster(
        chart,
        "notebooks",
        team=vision,
        queue=vision.queue("default"),
        priority_class=WorkloadPriorityClass(chart, "interactive", value=100),
        head=Head(cpu=2, memory="8Gi"),
        workers=[WorkerGroup("a100", cpu=8, memory="64Gi", gpus=1, replicas=1, flavor=a100)],
    )
    [made] = [body for body in cdk8s.Testing.synth(chart) if body["kind"] == "RayCluster"]
    pod = made["spec"]["workerGroupSpecs"][0]["template"]["spec"]

    assert made["metadata"] == {
        "name": "notebooks",
        "namespace": "vision",
        "labels": {"kueue.x-k8s.io/queue-name": "default", "kueue.x-k8s.io/priority-class": "interactive"},
    }
    assert pod["nodeSelector"] == {"pool": "a100"}
    assert pod["tolerations"] == [{"key": "nvidia.com/gpu", "operator": "Equal", "value": "present", "effect": "NoSchedule"}]


def test_wrong_arguments_are_told_together() -> None:
    """Each with the construct and the place of the argument."""
    with pytest.raises(RefusedError) as refused:
        RayCluster(
            cdk8s.Testing.chart(),
            "notebooks",
            head=Head(cpu=0.5, memory="8"),
            workers=[WorkerGroup("workers", cpu=1, memory="2Gi", replica=2)],
        )

    assert [problem.partition('RayCluster "notebooks": ')[2] for problem in refused.value.problems] == [
        "head.memory: must be a quantity with its unit, such as 16Gi; '8' is 8 bytes",
        "head.cpu: must be a whole number of at least 1, since Ray counts whole CPUs and KubeRay rounds up, got 0.5",
        'workers[0].replica: WorkerGroup has no such argument, got 2, did you mean "replicas"',
    ]


def test_help_shows_the_arguments() -> None:
    """Their names stand in the signature, what they mean in the documentation."""
    parameters = inspect.signature(RayCluster.__init__).parameters

    assert {"head", "workers", "queue", "upgrade_strategy"} <= set(parameters)
    assert "gcs_fault_tolerance: where the head keeps its state" in str(RayCluster.__init__.__doc__)
