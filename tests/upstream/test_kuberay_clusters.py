"""RayClusters of ours against KubeRay's own validation and types."""

from __future__ import annotations

import random
from collections.abc import Mapping

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.object_spec import object_problems_of
from heliostat.specs.pod.container import Container
from heliostat.specs.pod.environment import SecretKey
from heliostat.specs.pod.volume import EmptyDir
from heliostat.specs.ray.auth import Auth
from heliostat.specs.ray.autoscaler import Autoscaler
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.ray_cluster import RayClusterSpec
from heliostat.specs.ray.worker_group import WorkerGroup
from tests.upstream.generated import some
from tests.upstream.go_program import FULL, answers
from tests.upstream.go_types import without_zeros

TARGETS = Targets(kuberay="1.6.2")
"""The version whose code tests/upstream/kuberay is built from."""

_NEEDED: Mapping[str, list[object]] = {"cpu": [1, "2000m"], "memory": ["4Gi", "2048Mi", "3G"]}

_POD: Mapping[str, list[object]] = {
    "gpus": [0, 1],
    "gpu_resource": ["nvidia.com/gpu", "nvidia.com/mig-1g.5gb"],
    "ray_start_params": [{}, {"num-cpus": 2}, {"labels": "a=b"}, {"redis-password": "x"}, {"redis-username": "x"}],
    "ray_resources": [{}, {}, {"licence": 1}],
    "ray_labels": [{}, {}, {"tier": "hot"}, {"tier": "-"}],
    "env": [{}, {"EMPTY": ""}, {"RAY_REDIS_ADDRESS": "x"}, {"REDIS_USERNAME": "x"}, {"RAY_enable_autoscaler_v2": "1"}],
    "restart_policy": [None, None, "Never", "Always"],
    "requests": [{}, {"memory": "1000Mi"}],
    "volumes": [{}, {"/x": EmptyDir("1024Mi")}],
    "sidecars": [[], [Container("side", image="i:1", cpu=0.5)]],
}

_GROUP: Mapping[str, list[object]] = {
    **_POD,
    "replicas": [None, None, 2, -1],
    "min_replicas": [None, None, 1],
    "max_replicas": [None, 0, 4],
    "num_of_hosts": [1, 2],
    "idle_timeout_seconds": [None, None, None, 60, -1],
}

_CLUSTER: Mapping[str, list[object]] = {
    "ray_version": [None, "2.52.0", "2.51.0", "2.55.0"],
    "autoscaler": [None, None, Autoscaler(version="v1"), Autoscaler(idle_timeout_seconds=-1)],
    "gcs_fault_tolerance": [None, RedisFaultTolerance("redis:6379", username="u", password=SecretKey("s", "k"))],
    "auth": [None, None, Auth(), Auth(enable_k8s_token_auth=True), Auth(mode="disabled", enable_k8s_token_auth=True)],
    "upgrade_strategy": [None, "Recreate"],
    "name": ["it", "it", "it", "1t", "i" * 54],
}


def _clusters(count: int) -> list[RayClusterSpec]:
    random.seed(47)
    return [
        some(
            RayClusterSpec,
            {},
            _CLUSTER,
            head=some(Head, _NEEDED, _POD),
            workers=[some(WorkerGroup, {**_NEEDED, "group_name": ["a", "b", "c"]}, _GROUP) for _ in range(random.randrange(3))],
        )
        for _ in range(count)
    ]


def _written(spec: RayClusterSpec) -> JsonObject:
    return spec.parts(_name(spec), TARGETS)[0].body


def _name(spec: RayClusterSpec) -> str:
    return spec.name or "it"


def test_what_we_let_through_kuberay_takes_and_writes_as_we_do() -> None:
    """Whatever KubeRay refuses we refuse before, and its types change nothing of what we write."""
    specs = _clusters(10_000 if FULL else 1_000)
    taken = [not object_problems_of(spec, _name(spec), TARGETS) for spec in specs]
    told = answers("kuberay", [_written(spec) for spec in specs])

    refused_late = [said for ours, (said, *_) in zip(taken, told, strict=True) if ours and said is not None]
    changed = [
        (body, stored)
        for ours, spec, (_, stored, *_) in zip(taken, specs, told, strict=True)
        if ours and (body := _written(spec)) != without_zeros(stored)
    ]

    assert refused_late == []
    assert changed == []
    assert sum(taken) > 0.2 * len(specs)
    assert len({said for said, *_ in told}) > 10, "the generated clusters are to break many of KubeRay's rules"
