"""How an Application is compared and applied follows from what it holds."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.manifest import Manifest
from heliostat.specs.argocd.sync_settings import SyncSettings, respect_fault, sync_settings
from tests.specs.argocd.objects import bodies, crd, kueue, made, ray

PATHS: list[JsonValue] = [".spec.workerGroupSpecs[]?.replicas", ".spec.workerGroupSpecs[]?.scaleStrategy"]
IGNORED: dict[str, JsonValue] = {
    "group": "ray.io",
    "kind": "RayCluster",
    "name": "notebooks",
    "namespace": "vision",
    "jqPathExpressions": PATHS,
}
HELD = [
    pytest.param([kueue("ClusterQueue", "prod")], SyncSettings(["ApplyOutOfSyncOnly=true"], [], []), id="queues"),
    pytest.param(
        [ray("RayJob", "train", "vision")], SyncSettings(["ApplyOutOfSyncOnly=true"], ["ServerSideDiff=false"], []), id="a queued job"
    ),
    pytest.param(
        [ray("RayService", "scorer", "vision", rayClusterConfig={"enableInTreeAutoscaling": True})],
        SyncSettings(["ApplyOutOfSyncOnly=true"], ["ServerSideDiff=false"], []),
        id="a service whose own RayCluster is autoscaled",
    ),
    pytest.param(
        [ray("RayCluster", "notebooks", "vision", enableInTreeAutoscaling=True), ray("RayCluster", "fixed", "vision")],
        SyncSettings(["ApplyOutOfSyncOnly=true"], ["ServerSideDiff=false"], [IGNORED]),
        id="an autoscaled RayCluster beside one that is not",
    ),
    pytest.param(
        [ray("RayService", "scorer", "vision", rayClusterConfig={"gcsFaultToleranceOptions": {"redisAddress": "redis:6379"}})],
        SyncSettings(["ApplyOutOfSyncOnly=true", "PrunePropagationPolicy=background"], ["ServerSideDiff=false"], [], background=True),
        id="a service that keeps its state in Redis",
    ),
    pytest.param(
        [ray("RayCluster", "notebooks", "vision", gcsFaultToleranceOptions={"redisAddress": "redis:6379"})],
        SyncSettings(["ApplyOutOfSyncOnly=true"], ["ServerSideDiff=false"], []),
        id="a RayCluster that does, whose Workload Kueue does not keep",
    ),
    pytest.param([crd("Small", "example.com")], SyncSettings(["ApplyOutOfSyncOnly=true"], [], []), id="a small CRD"),
    pytest.param(
        [crd("Large", "example.com", description="x" * 250_000)],
        SyncSettings(["ApplyOutOfSyncOnly=true", "ServerSideApply=true"], [], []),
        id="a CRD that no annotation holds",
    ),
    pytest.param(
        [
            crd("RayJob", "ray.io", annotations={"argocd.argoproj.io/sync-options": "ServerSideApply=true"}),
            ray("RayJob", "train", "vision"),
        ],
        SyncSettings(["ApplyOutOfSyncOnly=true", "ServerSideApply=true", "SkipDryRunOnMissingResource=true"], ["ServerSideDiff=false"], []),
        id="a CRD that asks for it, beside an object of its kind",
    ),
]


@pytest.mark.parametrize(("manifests", "settings"), HELD)
def test_settings_follow_from_what_is_held(manifests: list[Manifest], settings: SyncSettings) -> None:
    """Each setting where its reason is, and nowhere else."""
    defined = {("ray.io", "RayJob")} if len(manifests) > 1 and manifests[0].label.startswith("Custom") else set()

    assert sync_settings(bodies(*manifests), defined) == settings


def test_kinds_whose_crd_comes_with_the_environment_may_be_missing_at_first() -> None:
    """Those of another Application too; other kinds are to be there."""
    queues = bodies(kueue("ClusterQueue", "prod"))

    assert "SkipDryRunOnMissingResource=true" in sync_settings(queues, {("kueue.x-k8s.io", "ClusterQueue")}).sync_options
    assert "SkipDryRunOnMissingResource=true" not in sync_settings(queues, {("ray.io", "RayJob")}).sync_options


def test_a_diff_on_the_servers_side_is_for_no_kind_of_ray() -> None:
    """Also not for those that are in no queue, since KubeRay writes in their lists too."""
    assert sync_settings(bodies(made("ray.io/v1", "RayService", "scorer", "vision")), set()).compare_options == ["ServerSideDiff=false"]


def test_nothing_is_applied_around_a_list() -> None:
    """Argo CD would keep the running list whole, and the image in Git never arrive."""
    spec = {"syncPolicy": {"syncOptions": ["RespectIgnoreDifferences=true"]}, "ignoreDifferences": [IGNORED]}

    assert respect_fault({"spec": spec}) == (
        "must not have RespectIgnoreDifferences=true beside .spec.workerGroupSpecs[]?.replicas, since Argo CD then never applies anything "
        "in that list again"
    )
    assert respect_fault({"spec": {**spec, "ignoreDifferences": [{"jsonPointers": ["/spec/suspend"]}]}}) is None
    assert respect_fault({"spec": {**spec, "syncPolicy": {}}}) is None
