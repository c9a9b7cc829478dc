"""Queues and queued objects against the Kueue that an environment installs."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.manifests.manifest import Manifest
from heliostat.manifests.origin import Frame, Origin
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.feature_gates import effective_gates
from heliostat.specs.install.kueue.running_kueue import RunningKueue
from heliostat.specs.install.kueue.sharing import AdmissionFairSharing, FairSharing
from heliostat.specs.install.kueue.unmet import unmet_problems
from heliostat.specs.label_selector import LabelRequirement, LabelSelector

HERE, THERE = Origin((Frame("environments/prod.py", 7),)), Origin((Frame("environments/_platform.py", 3),))
TEAMS = LabelSelector(match_expressions=[LabelRequirement("heliostat.dev/team", "Exists")])
KUEUE = 'Kueue "kueue", made at environments/_platform.py:3'
OFF = f"which is off in {KUEUE}"
WITHOUT = f"admission_fair_sharing in the configuration of {KUEUE}"
API = "kueue.x-k8s.io/v1beta2"


def kueue(*, managed: LabelSelector = TEAMS, gates: dict[str, bool] | None = None, **arguments: Any) -> RunningKueue:
    configuration = KueueConfiguration(feature_gates=gates or {}, **arguments).body()
    return RunningKueue("kueue", THERE, effective_gates(gates or {}, "0.19.2"), configuration, managed)


def made(kind: str, spec: dict[str, Any] | None = None, *, api_version: str = API, **metadata: Any) -> Manifest:
    return Manifest({"apiVersion": api_version, "kind": kind, "metadata": {"name": "it", **metadata}, "spec": spec or {}}, HERE, "it")


def told(*manifests: Manifest, by: RunningKueue | None = None) -> list[str]:
    return [problem.removeprefix("environments/prod.py:7: ") for problem in unmet_problems(manifests, by or kueue())]


NEEDS = {
    "several flavors at a time": (
        made("ClusterQueue", {"concurrentAdmissionPolicy": {"migration": {}}}),
        f"ClusterQueue it: spec.concurrentAdmissionPolicy needs the feature gate ConcurrentAdmission, {OFF}",
        kueue(gates={"ConcurrentAdmission": True}),
    ),
    "weights of queues": (
        made("ClusterQueue", {"fairSharing": {"weight": "2"}}),
        f"ClusterQueue it: spec.fairSharing has no effect without fair_sharing in the configuration of {KUEUE}",
        kueue(fair_sharing=FairSharing()),
    ),
    "weights of LocalQueues": (
        made("LocalQueue", {"fairSharing": {"weight": "2"}}),
        f"LocalQueue it: spec.fairSharing has no effect without {WITHOUT}",
        kueue(admission_fair_sharing=AdmissionFairSharing(usage_half_life_time="1h")),
    ),
    "who used less": (
        made("ClusterQueue", {"admissionScope": {"admissionMode": "UsageBasedAdmissionFairSharing"}}),
        f"ClusterQueue it: spec.admissionScope.admissionMode has no effect without {WITHOUT}",
        kueue(admission_fair_sharing=AdmissionFairSharing(usage_half_life_time="1h")),
    ),
    "profiles of clusters": (
        made("MultiKueueCluster", {"clusterSource": {"clusterProfileRef": {"name": "east"}}}),
        f"MultiKueueCluster it: spec.clusterSource.clusterProfileRef needs the feature gate MultiKueueClusterProfile, {OFF}",
        kueue(gates={"MultiKueueClusterProfile": True}),
    ),
    "quotas of other clusters": (
        made("MultiKueueConfig", {"quotaManagement": "Automated"}),
        f"MultiKueueConfig it: spec.quotaManagement needs the feature gate MultiKueueManagerQuotaAutomation, {OFF}",
        kueue(gates={"MultiKueueManagerQuotaAutomation": True}),
    ),
}


@pytest.mark.parametrize(("manifest", "message", "able"), NEEDS.values(), ids=NEEDS)
def test_what_this_kueue_does_not_do_is_told(manifest: Manifest, message: str, able: RunningKueue) -> None:
    """With the lines of both; one that is told to do it has nothing against it."""
    assert told(manifest) == [message]
    assert told(manifest, by=able) == []


def test_what_is_on_by_default_can_be_turned_off() -> None:
    """Elastic jobs, topologies and other clusters."""
    off = {"ElasticJobsViaWorkloadSlices": False, "TopologyAwareScheduling": False, "MultiKueue": False}
    manifests = [
        made("RayCluster", api_version="ray.io/v1", namespace="vision", annotations={"kueue.x-k8s.io/elastic-job": "true"}),
        made("Topology", {"levels": []}),
        made("ResourceFlavor", {"topologyName": "racks"}),
        made("AdmissionCheck", {"controllerName": "kueue.x-k8s.io/multikueue"}),
        made("AdmissionCheck", {"controllerName": "kueue.x-k8s.io/provisioning-request"}),
    ]
    without = RunningKueue("kueue", THERE, {**effective_gates({}, "0.19.2"), **off}, {}, TEAMS)

    assert told(*manifests) == []
    assert told(*manifests, by=without) == [
        f"RayCluster vision/it: kueue.x-k8s.io/elastic-job needs the feature gate ElasticJobsViaWorkloadSlices, {OFF}",
        f"Topology it: a Topology needs the feature gate TopologyAwareScheduling, {OFF}",
        f"ResourceFlavor it: spec.topologyName needs the feature gate TopologyAwareScheduling, {OFF}",
        f"AdmissionCheck it: spec.controllerName needs the feature gate MultiKueue, {OFF}",
    ]


def test_a_queue_in_a_namespace_that_is_not_managed_is_told() -> None:
    """Its jobs would start at once, whatever queue they name; of a namespace that is made elsewhere nothing is known."""
    tools = made("Namespace", api_version="v1")
    team = Manifest({**tools.body, "metadata": {"name": "vision", "labels": {"heliostat.dev/team": "vision"}}}, HERE, "vision")
    queue = {"kueue.x-k8s.io/queue-name": "default"}
    jobs = [made("RayJob", api_version="ray.io/v1", namespace=namespace, labels=queue) for namespace in ("it", "vision", "elsewhere")]

    assert told(tools, team, *jobs, made("RayJob", api_version="ray.io/v1", namespace="it")) == [
        f'RayJob it/it: is not queued in "default", since its namespace "it" is none of those that are managed by {KUEUE}'
    ]
    assert told(tools, *jobs, by=kueue(managed=LabelSelector())) == []
