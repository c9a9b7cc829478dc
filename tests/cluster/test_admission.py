"""Every environment in a real cluster, brought up by kubectl: accepted, admitted, running."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.apply import apply_in_order
from tests.cluster.cluster import Cluster, running_cluster
from tests.cluster.fixed_point import additions, differences
from tests.cluster.kubernetes_api import Object, condition
from tests.cluster.process import wait_for
from tests.cluster.workloads import QUEUED, SCHEDULED, Queued, flavors_of, pods_of, wait_for_pods, workload_of

QUEUE_KINDS = ("ClusterQueue", "LocalQueue")
OURS = ("kueue.x-k8s.io/v1beta2", "ray.io/v1")


@pytest.fixture(scope="module", params=QUEUED)
def cluster(request: pytest.FixtureRequest, rendered: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster to which an environment was applied; each object strictly, so that the fixture fails where one is refused."""
    with running_cluster(request.param, tmp_path_factory.mktemp(request.param)) as made:
        made.repository.take(made.host, rendered)
        apply_in_order(made)
        yield made


def queued(cluster: Cluster) -> tuple[Queued, ...]:
    """What is queued in the cluster's environment."""
    return QUEUED[cluster.repository.environment]


def manifests(cluster: Cluster) -> list[Object]:
    """The manifests of the cluster's environment."""
    return list(cluster.repository.manifests().values())


def test_the_expectation_names_every_queued_object(cluster: Cluster) -> None:
    """No queued object is left out of what is expected."""
    queued_objects = [
        manifest
        for manifest in manifests(cluster)
        if manifest["apiVersion"] == "ray.io/v1" and "kueue.x-k8s.io/queue-name" in manifest["metadata"].get("labels", {})
    ]

    assert len(queued_objects) == len(queued(cluster))
    assert all(any(each.is_named(found["metadata"]["name"]) for each in queued(cluster)) for found in queued_objects)


def test_queues_become_active(cluster: Cluster) -> None:
    """Every ClusterQueue and LocalQueue finds what it refers to."""
    queues = [manifest for manifest in manifests(cluster) if manifest["kind"] in QUEUE_KINDS]

    assert queues
    for queue in queues:
        _wait(cluster, queue, "Active")


def test_workloads_are_admitted_on_their_flavors(cluster: Cluster) -> None:
    """Kueue admits every queued object, with all its pods on the flavors that its groups name."""
    for each in queued(cluster):
        _expect_admitted(cluster, each)


def test_the_operator_makes_the_pods(cluster: Cluster) -> None:
    """What is admitted is unsuspended, and its pods, with the resources of their groups, find nodes of their flavors."""
    for each in queued(cluster):
        wait_for_pods(cluster.api, each)
        _expect_unsuspended(each.find(cluster.api))


def test_clusters_jobs_and_services_run(cluster: Cluster) -> None:
    """RayClusters become ready, RayJobs run, RayServices serve."""
    for each in queued(cluster):
        _wait_until_runs(cluster, each)


def test_what_exceeds_its_quota_stays_pending(cluster: Cluster) -> None:
    """A job like one that is admitted, with a thousand times the workers, is accepted, suspended, left so, and seen by who asks Kueue."""
    greedy = _like_a_job_of(cluster, "greedy", workers=1000)
    owner = cluster.api.apply(greedy)
    wait_for(
        "the greedy job waits for quota",
        lambda: condition(workload_of(cluster.api, owner), "QuotaReserved") == "False",
        seen=lambda: workload_of(cluster.api, owner),
    )

    found, workload = cluster.api.read(greedy), workload_of(cluster.api, owner)
    assert found is not None
    assert workload is not None
    assert _suspended(found), f"expected it to be suspended, it is {found}"
    assert pods_of(cluster.api, found) == {"submitter": []}
    assert _pending_in_the_queue_of(cluster, greedy) == [workload["metadata"]["name"]]
    cluster.api.delete(found)


@pytest.mark.parametrize("cluster", ["prod"], indirect=True)
def test_a_cron_job_fires(cluster: Cluster) -> None:
    """A RayCronJob whose time has come makes a RayJob, which is queued as the environment says, admitted and run as any other."""
    cron_job = cluster.api.get("ray.io/v1", "RayCronJob", SCHEDULED.stem, SCHEDULED.namespace)
    assert cron_job is not None
    two_days_ago = (datetime.now(UTC) - timedelta(days=2)).strftime("%Y-%m-%dT%H:%M:%SZ")

    cluster.api.patch(cron_job, {"status": {"lastScheduleTime": two_days_ago}}, part="status")
    wait_for(
        "the RayCronJob has made a RayJob",
        lambda: any(SCHEDULED.is_named(each["metadata"]["name"]) for each in cluster.api.list("ray.io/v1", "RayJob", SCHEDULED.namespace)),
        seen=lambda: cluster.api.read(cron_job),
    )
    _expect_admitted(cluster, SCHEDULED)
    wait_for_pods(cluster.api, SCHEDULED)
    _wait_until_runs(cluster, SCHEDULED)
    cluster.api.delete(SCHEDULED.find(cluster.api))


@pytest.mark.parametrize("cluster", ["prod"], indirect=True)
def test_the_urgent_takes_the_place_of_the_rest(cluster: Cluster) -> None:
    """A job of the priority `urgent` for which nothing is left, borrowed or not, evicts a job that has none, and no urgent one."""
    filler = _like_a_job_of(cluster, "filler", workers=8)
    del filler["metadata"]["labels"]["kueue.x-k8s.io/priority-class"]
    evicted = cluster.api.apply(filler)
    _wait_admitted(cluster, evicted)

    admitted = cluster.api.apply(_like_a_job_of(cluster, "release", workers=8))
    _wait_admitted(cluster, admitted)
    workload = workload_of(cluster.api, evicted)
    assert (condition(workload, "QuotaReserved"), condition(workload, "Preempted")) == ("False", "True"), f"expected eviction of {workload}"
    for each in queued(cluster):
        _expect_unsuspended(each.find(cluster.api))
    for each in (admitted, evicted):
        cluster.api.delete(each)


def test_what_is_stored_is_what_is_rendered(cluster: Cluster) -> None:
    """With everything admitted, no field of out/ reads otherwise in the cluster, and no unknown one came to queues and Ray objects."""
    for each in queued(cluster):
        _wait_admitted(cluster, each.find(cluster.api))
    stored = [(manifest, cluster.api.read(manifest)) for manifest in manifests(cluster)]

    assert [manifest["metadata"]["name"] for manifest, found in stored if found is None] == []
    assert [place for manifest, found in stored for place in differences(manifest, found)] == []
    assert {place for manifest, found in stored if manifest["apiVersion"] in OURS for place in additions(manifest, found)} == set()


def test_no_operator_ended(cluster: Cluster) -> None:
    """The operators run with the arguments and the Configuration that are rendered, from the first start on."""
    assert cluster.kubelet.failures == []


def test_no_operator_lacks_a_right(cluster: Cluster) -> None:
    """The operators may do, as their rendered service accounts, all that they have tried."""
    assert cluster.denials() == []


def _like_a_job_of(cluster: Cluster, name: str, *, workers: int) -> Object:
    """Make a RayJob like a queued one of the environment, of another size."""
    job = next(each for each in queued(cluster) if each.kind == "RayJob")
    made = copy.deepcopy(next(each for each in manifests(cluster) if each["kind"] == "RayJob" and job.is_named(each["metadata"]["name"])))
    made["metadata"]["name"] = name
    (group,) = made["spec"]["rayClusterSpec"]["workerGroupSpecs"]
    group |= {"replicas": workers, "minReplicas": workers, "maxReplicas": workers}
    return made


def _pending_in_the_queue_of(cluster: Cluster, manifest: Object) -> list[Any]:
    """Ask Kueue itself, through the API that the API server forwards to it, what waits in the LocalQueue of an object."""
    queue, namespace = manifest["metadata"]["labels"]["kueue.x-k8s.io/queue-name"], manifest["metadata"]["namespace"]
    path = f"/apis/visibility.kueue.x-k8s.io/v1beta2/namespaces/{namespace}/localqueues/{queue}/pendingworkloads"
    return [each["metadata"]["name"] for each in cluster.api.ask("GET", path)["items"]]


def _expect_admitted(cluster: Cluster, each: Queued) -> None:
    owner = each.find(cluster.api)
    _wait_admitted(cluster, owner)
    workload = workload_of(cluster.api, owner)
    assert workload is not None
    assert flavors_of(workload) == {name: {pods.flavor} for name, pods in each.pods.items()}, each.stem


def _expect_unsuspended(found: Object) -> None:
    assert not _suspended(found), f"expected {found['kind']} {found['metadata']['name']} to be unsuspended, it is {found}"


def _suspended(found: Object) -> bool:
    spec = found["spec"]
    return bool(spec.get("suspend") or spec.get("rayClusterConfig", {}).get("suspend"))


def _runs(found: Object) -> bool:
    match found["kind"]:
        case "RayService":
            return condition(found, "Ready") == "True"
        case "RayJob":
            return bool(found.get("status", {}).get("jobDeploymentStatus") == "Running")
        case _:
            return bool(found.get("status", {}).get("state") == "ready")


def _wait_until_runs(cluster: Cluster, each: Queued) -> None:
    wait_for(
        f"{each.kind} {each.stem} runs",
        lambda: _runs(each.find(cluster.api)),
        seconds=120,
        seen=lambda: each.find(cluster.api).get("status"),
    )


def _wait_admitted(cluster: Cluster, owner: Object) -> None:
    wait_for(
        f"{owner['kind']} {owner['metadata']['name']} is admitted",
        lambda: condition(workload_of(cluster.api, owner), "Admitted") == "True",
        seen=lambda: workload_of(cluster.api, owner),
    )


def _wait(cluster: Cluster, manifest: Object, kind: str) -> None:
    wait_for(
        f"{manifest['kind']} {manifest['metadata']['name']} is {kind}",
        lambda: condition(cluster.api.read(manifest), kind) == "True",
        seen=lambda: cluster.api.read(manifest),
    )
