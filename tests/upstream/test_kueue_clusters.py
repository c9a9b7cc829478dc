"""Queued RayClusters of ours against Kueue's own webhook."""

from __future__ import annotations

import random
from collections.abc import Mapping

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import problems_of
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.ray_cluster import RayClusterSpec
from heliostat.specs.ray.topology_request import TopologyRequest
from heliostat.specs.ray.worker_group import WorkerGroup
from tests.upstream.generated import some
from tests.upstream.go_program import FULL, answers

TARGETS = Targets(kueue="0.19.2")
"""The version whose code tests/upstream/kueue is built from."""

_NEEDED: Mapping[str, list[object]] = {"cpu": [1], "memory": ["4Gi"]}

_POD: Mapping[str, list[object]] = {
    "topology": [
        TopologyRequest("rack"),
        TopologyRequest("rack", preferred="block"),
        TopologyRequest("a rack"),
        TopologyRequest(unconstrained=True),
        TopologyRequest(slice_required="rack", slice_size=2),
        TopologyRequest(slice_size=2),
        TopologyRequest("rack", group_name="g"),
        TopologyRequest(preferred="rack", group_name="g"),
        TopologyRequest(group_name="1"),
    ]
}

_GROUP: Mapping[str, list[object]] = {**_POD, "max_replicas": [4], "replicas": [0, 3], "num_of_hosts": [2], "priority": [5]}

_CLUSTER: Mapping[str, list[object]] = {
    "elastic": [True],
    "managed_by": ["kueue.x-k8s.io/multikueue"],
    "priority_class": ["high"],
}


def _clusters(count: int) -> list[RayClusterSpec]:
    random.seed(19)
    names = ["head", *(f"group-{index}" for index in range(24))]
    return [
        some(
            RayClusterSpec,
            {"queue": ["default", "default", "default", "a.b", "Default"]},
            _CLUSTER,
            head=some(Head, _NEEDED, _POD),
            workers=[
                some(WorkerGroup, {**_NEEDED, "group_name": [name]}, _GROUP)
                for name in random.sample(names, random.choice([0, 1, 1, 1, 2, 2, 3, 18]))
            ],
        )
        for _ in range(count)
    ]


def test_what_we_let_through_kueue_takes() -> None:
    """Whatever Kueue refuses of a queued cluster we refuse before, elastic ones and requests for a topology among them."""
    specs = _clusters(10_000 if FULL else 1_000)
    taken = [not problems_of(spec, TARGETS) for spec in specs]
    told = answers("kueue", [spec.parts("it", TARGETS)[0].body for spec in specs])

    assert [said for ours, said in zip(taken, told, strict=True) if ours and said is not None] == []
    assert sum(taken) > 0.2 * len(specs)
    assert len(set(told)) > 10, "the generated clusters are to break many of Kueue's rules"
