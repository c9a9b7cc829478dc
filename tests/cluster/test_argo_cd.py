"""Every environment in a real cluster, brought up by Argo CD from a git repository and the root Application alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
import yaml

from tests.cluster.argo_cd import Applications, start_argo_cd
from tests.cluster.cluster import Cluster, running_cluster
from tests.cluster.kubernetes_api import JSON_PATCH, KubernetesApi, Object
from tests.cluster.process import wait_for
from tests.cluster.repository import OUT
from tests.cluster.workloads import QUEUED, wait_for_pods

UP = ("Synced", "Healthy")


@dataclass(frozen=True)
class Delivered:
    """A cluster that Argo CD has brought up."""

    cluster: Cluster
    applications: Applications

    @property
    def environment(self) -> str:
        """The environment that is delivered."""
        return self.cluster.repository.environment

    def versions(self) -> Mapping[str, str | None]:
        """Give what changes of each rendered object when somebody writes it: its generation, or its version where it has none."""
        return {_name(manifest): _version(self.cluster.api.read(manifest)) for manifest in self.cluster.repository.manifests().values()}

    def wait_until_up(self, revision: str) -> None:
        """Wait until all Applications have seen a commit, and are Synced and Healthy."""
        expected = _applications_of(self.cluster)
        wait_for(
            f"all Applications are at {revision}",
            lambda: all(found["status"].get("sync", {}).get("revision") == revision for found in self.applications.all()),
            seconds=120,
        )
        self.applications.wait_until("all Applications are Synced and Healthy", lambda states: states == dict.fromkeys(expected, UP))


@pytest.fixture(scope="module", params=QUEUED)
def delivered(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Delivered]:
    """An empty cluster in which Argo CD was told of the root Application, and of nothing else."""
    with running_cluster(request.param, tmp_path_factory.mktemp(request.param)) as cluster:
        cluster.repository.take(cluster.host, OUT)
        cluster.repository.commit()
        applications = start_argo_cd(cluster)
        cluster.api.apply(_root(cluster))
        made = Delivered(cluster, applications)
        expected = _applications_of(cluster)
        applications.wait_until(
            "all Applications are Synced and Healthy", lambda states: states == dict.fromkeys(expected, UP), seconds=900
        )
        yield made


def test_every_application_is_synced_once(delivered: Delivered) -> None:
    """Everything comes up at the first try: no Application was synced a second time, and no sync was tried again."""
    syncs = {found["metadata"]["name"]: len(found["status"]["history"]) for found in delivered.applications.all()}
    retries = {found["metadata"]["name"]: found["status"]["operationState"].get("retryCount", 0) for found in delivered.applications.all()}

    assert syncs == dict.fromkeys(syncs, 1)
    assert retries == dict.fromkeys(retries, 0)


def test_what_is_queued_runs(delivered: Delivered) -> None:
    """What Argo CD brings is admitted and has its pods, as what kubectl brings."""
    for each in QUEUED[delivered.environment]:
        wait_for_pods(delivered.cluster.api, each)


def test_comparing_anew_finds_no_drift(delivered: Delivered) -> None:
    """After Kueue has suspended, unsuspended and injected, two hard refreshes find nothing that differs, and nothing is written."""
    before = delivered.versions()

    for _ in range(2):
        delivered.applications.refresh()
        assert set(delivered.applications.states().values()) == {UP}, delivered.applications.faults()
    assert delivered.versions() == before


def test_an_identical_render_changes_nothing(delivered: Delivered) -> None:
    """A commit of the same files is seen by every Application, and writes no object."""
    before = delivered.versions()

    delivered.cluster.repository.take(delivered.cluster.host, OUT)
    revision = delivered.cluster.repository.commit()
    delivered.applications.refresh()
    delivered.wait_until_up(revision)
    assert delivered.versions() == before


@pytest.mark.parametrize("delivered", ["prod"], indirect=True)
def test_a_scaled_cluster_stays_as_it_was_scaled(delivered: Delivered) -> None:
    """Worker groups that are scaled as Ray's autoscaler scales them keep their size, and are no drift."""
    api = delivered.cluster.api
    notebooks = api.get("ray.io/v1", "RayCluster", "notebooks", "language")
    assert notebooks is not None
    scale = [
        {"op": "replace", "path": "/spec/workerGroupSpecs/0/replicas", "value": 2},
        {"op": "add", "path": "/spec/workerGroupSpecs/0/scaleStrategy", "value": {"workersToDelete": []}},
    ]
    api.patch(notebooks, scale, content_type=JSON_PATCH, manager="python-requests")

    for _ in range(2):
        delivered.applications.refresh()
        assert set(delivered.applications.states().values()) == {UP}, delivered.applications.faults()
    scaled = api.get("ray.io/v1", "RayCluster", "notebooks", "language")
    assert scaled is not None
    assert [group["replicas"] for group in scaled["spec"]["workerGroupSpecs"]] == [2, 0]


def test_a_changed_quota_reaches_the_cluster_and_touches_nothing_else(delivered: Delivered) -> None:
    """A commit that changes one quota writes one ClusterQueue."""
    repository, before = delivered.cluster.repository, delivered.versions()
    file, queue = next((file, manifest) for file, manifest in repository.manifests().items() if manifest["kind"] == "ClusterQueue")
    queue["spec"]["resourceGroups"][0]["flavors"][0]["resources"][0]["nominalQuota"] = "72"

    file.write_text(yaml.dump(queue, Dumper=yaml.CSafeDumper, sort_keys=False), encoding="utf-8")
    revision = repository.commit()
    delivered.applications.refresh()
    delivered.wait_until_up(revision)

    stored, after = delivered.cluster.api.read(queue), delivered.versions()
    assert stored is not None
    assert stored["spec"] == stored["spec"] | queue["spec"]
    assert [name for name in after if after[name] != before[name]] == [_name(queue)]


@pytest.mark.parametrize("delivered", ["dev"], indirect=True)
def test_a_failed_job_makes_its_application_ill(delivered: Delivered) -> None:
    """Health comes from our checks: a job that fails is an Application that is Degraded, and no other one is touched by it."""
    api = delivered.cluster.api
    job = next(each for each in QUEUED["dev"] if each.kind == "RayJob").find(api)
    delivered.cluster.dashboard.end_job(job["status"]["jobId"], "FAILED")
    for submitter in api.list("v1", "Pod", "vision", labels=f"batch.kubernetes.io/job-name={job['metadata']['name']}"):
        api.patch(submitter, {"status": {"phase": "Succeeded"}}, part="status")

    ill = {"dev-vision-train": ("Synced", "Degraded")}
    delivered.applications.wait_until(
        "only the Application of the job is Degraded",
        lambda states: {name: state for name, state in states.items() if state != UP} == ill,
        seconds=120,
    )


@pytest.mark.parametrize("delivered", ["prod"], indirect=True)
def test_a_team_that_is_removed_goes_in_order(delivered: Delivered) -> None:
    """Without a team in Git its workloads go first and its namespace last, nothing hangs, and its ClusterQueue waits for a yes."""
    repository, api = delivered.cluster.repository, delivered.cluster.api
    everything = repository.manifests() | repository.delivery()
    gone = {file: manifest for file, manifest in everything.items() if "language" in str(file.relative_to(repository.out))}
    queue = next(manifest for manifest in gone.values() if manifest["kind"] == "ClusterQueue")
    for file in gone:
        file.unlink()
    revision = repository.commit()
    delivered.applications.refresh()

    order: list[str] = []
    wait_for(
        "whatever is the team's has gone, but for its ClusterQueue",
        lambda: len(_with_what_has_gone(api, gone.values(), order)) == len(gone) - 1,
        seconds=300,
        seen=lambda: f"gone: {order}\n{delivered.applications.faults()}",
    )
    assert order.index("RayCluster/language/notebooks") < order.index("LocalQueue/language/default")
    assert order.index("LocalQueue/language/default") < order.index("AppProject/argocd/prod-language")
    assert order.index("Application/argocd/prod-language-notebooks") < order.index("Application/argocd/prod-team-language")

    stored = api.read(queue)
    assert stored is not None
    assert "deletionTimestamp" not in stored["metadata"]
    approved = {"argocd.argoproj.io/deletion-approved": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
    api.patch(delivered.applications.get("prod-queues"), {"metadata": {"annotations": approved}})
    wait_for("the ClusterQueue has gone", lambda: api.read(queue) is None, seconds=120, seen=delivered.applications.faults)
    delivered.wait_until_up(revision)


def test_no_operator_ended(delivered: Delivered) -> None:
    """The operators run as Argo CD brings them, from the first start on and to the end."""
    assert delivered.cluster.kubelet.failures == []


def _with_what_has_gone(api: KubernetesApi, manifests: Iterable[Object], order: list[str]) -> list[str]:
    """Append the names of the objects that have gone since to those that had gone before."""
    for manifest in manifests:
        if _name(manifest) not in order and api.read(manifest) is None:
            order.append(_name(manifest))
    return order


def _root(cluster: Cluster) -> Object:
    return next(each for each in _delivery(cluster, "Application") if each["metadata"]["name"] == cluster.repository.environment)


def _applications_of(cluster: Cluster) -> list[str]:
    return [each["metadata"]["name"] for each in _delivery(cluster, "Application")]


def _delivery(cluster: Cluster, kind: str) -> list[Object]:
    return [each for each in cluster.repository.delivery().values() if each["kind"] == kind]


def _name(manifest: Object) -> str:
    metadata = manifest["metadata"]
    return f"{manifest['kind']}/{metadata.get('namespace', '')}/{metadata['name']}"


def _version(found: Object | None) -> str | None:
    return None if found is None else str(found["metadata"].get("generation") or found["metadata"]["resourceVersion"])
