"""Ray objects against the feature gates of the operators that look after them."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.manifests.manifest import Manifest
from heliostat.manifests.origin import Frame, Origin
from heliostat.specs.install.kuberay.feature_gates import feature_gates
from heliostat.specs.install.kuberay.gated import gate_problems
from heliostat.specs.install.kuberay.running_operator import RunningOperator
from tests.specs.install.kuberay.operators import TOLD, running

HERE = Origin((Frame("environments/prod.py", 7),))
ROCKS = {"gcsFaultToleranceOptions": {"backend": "rocksdb"}}
REDIS = {"gcsFaultToleranceOptions": {"backend": "redis"}}


def ray(kind: str, spec: dict[str, Any], *, namespace: str = "vision", api_version: str = "ray.io/v1") -> Manifest:
    return Manifest({"apiVersion": api_version, "kind": kind, "metadata": {"name": "it", "namespace": namespace}, "spec": spec}, HERE, "it")


def operator(*watched: str, **gates: bool) -> RunningOperator:
    return running(*watched, gates=feature_gates(gates, "1.7.0"))


def needed(*manifests: Manifest, operators: list[RunningOperator] | None = None) -> list[tuple[str, str]]:
    """What is said to need a gate, and the gate."""
    before = "environments/prod.py:7: {} vision/it: ".format
    after = f", which is off in {TOLD}"
    told = list(gate_problems(manifests, [operator()] if operators is None else operators))
    assert all(problem.startswith(before(manifests[0].body["kind"])) and problem.endswith(after) for problem in told)
    said = [problem.removeprefix(before(manifests[0].body["kind"])).removesuffix(after) for problem in told]
    return [(what, gate) for what, _, gate in (problem.partition(" needs the feature gate ") for problem in said)]


@pytest.mark.parametrize(
    ("manifest", "gates"),
    [
        (ray("RayCronJob", {"jobTemplate": {}}), [("a RayCronJob", "RayCronJob")]),
        (ray("RayCluster", {"networkPolicy": {"mode": "DenyAll"}}), [("spec.networkPolicy", "RayClusterNetworkPolicy")]),
        (ray("RayJob", {"rayClusterSpec": {"tlsOptions": {}}}), [("spec.rayClusterSpec.tlsOptions", "RayClusterMTLS")]),
        (
            ray("RayService", {"rayClusterConfig": ROCKS}),
            [("spec.rayClusterConfig.gcsFaultToleranceOptions.backend", "GCSFaultToleranceEmbeddedStorage")],
        ),
        (ray("RayCluster", {"historyServerOptions": {}}), [("spec.historyServerOptions", "RayClusterHistoryServer")]),
        (
            ray("RayCronJob", {"jobTemplate": {"rayClusterSpec": {"networkPolicy": {}}}}),
            [("a RayCronJob", "RayCronJob"), ("spec.jobTemplate.rayClusterSpec.networkPolicy", "RayClusterNetworkPolicy")],
        ),
        (ray("RayCluster", REDIS), []),
        (ray("RayJob", {"deletionStrategy": {}}), []),
        (ray("RayService", {"upgradeStrategy": {"type": "NewClusterWithIncrementalUpgrade"}}), []),
        (ray("RayCronJob", {}, api_version="example.com/v1"), []),
        (ray("ConfigMap", {}), []),
    ],
    ids=lambda given: given.body["kind"] if isinstance(given, Manifest) else "",
)
def test_what_waits_behind_a_gate_that_is_off_is_named(manifest: Manifest, gates: list[tuple[str, str]]) -> None:
    """Gates that are on by default need nothing; the others are those of the fields that KubeRay 1.7 guards."""
    assert needed(manifest) == gates


def test_gates_that_were_turned_off_are_missed() -> None:
    """The same fields are then refused by the operator, or left unread."""
    off = [operator(RayJobDeletionPolicy=False, RayServiceIncrementalUpgrade=False)]

    assert needed(ray("RayJob", {"deletionStrategy": {}}), operators=off) == [("spec.deletionStrategy", "RayJobDeletionPolicy")]
    assert needed(ray("RayService", {"upgradeStrategy": {"type": "NewCluster"}}), operators=off) == []
    assert needed(ray("RayService", {"upgradeStrategy": {"type": "NewClusterWithIncrementalUpgrade"}}), operators=off) == [
        ("spec.upgradeStrategy.type", "RayServiceIncrementalUpgrade")
    ]


def test_only_the_operator_that_watches_the_namespace_counts() -> None:
    """The others, clusters elsewhere, and environments without an operator of their own are not ours to judge."""
    cron = ray("RayCronJob", {})

    assert needed(cron, operators=[operator("vision", RayCronJob=True), operator("language")]) == []
    assert needed(cron, operators=[operator("vision"), operator("language", RayCronJob=True)]) == [("a RayCronJob", "RayCronJob")]
    assert needed(cron, operators=[]) == []
    assert needed(ray("RayCluster", {"managedBy": "kueue.x-k8s.io/multikueue", "networkPolicy": {}})) == []
