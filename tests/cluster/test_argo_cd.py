"""Every environment in a real cluster, brought up by Argo CD from a git repository and the root Application alone."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from tests.cluster.argo_cd import Applications, start_argo_cd
from tests.cluster.cluster import Cluster, running_cluster
from tests.cluster.kubernetes_api import JSON_PATCH, KubernetesApi, Object
from tests.cluster.process import wait_for
from tests.cluster.repository import contents, render
from tests.cluster.workloads import LEAVING, QUEUED, SCALED, Queued, cluster_of, wait_for_pods

UP = ("Synced", "Healthy")
ILL = ("Synced", "Degraded")


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

    def see(self, revision: str) -> None:
        """Have Argo CD look at a commit, and wait until all Applications have seen it and are up."""
        self.applications.refresh()
        wait_for(
            f"all Applications are at {revision}",
            lambda: set(self.applications.revisions().values()) == {revision},
            seconds=120,
            seen=self.applications.revisions,
        )
        self.wait_until_up()

    def wait_until_up(self, *, seconds: float = 300) -> None:
        """Wait until there are the Applications that the repository holds, no others, and all are Synced and Healthy."""
        expected = dict.fromkeys(_names(self.delivered("Application")), UP)
        self.applications.wait_until(
            f"exactly these Applications are Synced and Healthy: {sorted(expected)}", lambda states: states == expected, seconds=seconds
        )

    def wait_until_only(self, ill: str, *, seconds: float) -> None:
        """Wait until an Application, and the root because of it, are Degraded and all others up."""
        expected = {ill: ILL, self.environment: ILL}
        self.applications.wait_until(
            f"only these Applications are Degraded: {sorted(expected)}",
            lambda states: {name: state for name, state in states.items() if state != UP} == expected,
            seconds=seconds,
        )

    def expect_no_drift(self) -> None:
        """Have everything compared anew, and expect that nothing differs."""
        self.applications.refresh()
        assert set(self.applications.states().values()) == {UP}, self.applications.faults()

    def delivered(self, kind: str) -> list[Object]:
        """Give what the repository tells Argo CD, of a kind."""
        return [each for each in self.cluster.repository.delivery().values() if each["kind"] == kind]


@pytest.fixture(scope="module", params=QUEUED)
def delivered(request: pytest.FixtureRequest, rendered: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Delivered]:
    """An empty cluster in which Argo CD was told of the root Application, and of nothing else."""
    with running_cluster(request.param, tmp_path_factory.mktemp(request.param)) as cluster:
        cluster.repository.take(cluster.host, rendered)
        cluster.repository.commit()
        made = Delivered(cluster, start_argo_cd(cluster))
        (root,) = [each for each in made.delivered("Application") if each["metadata"]["name"] == made.environment]
        cluster.api.apply(root)
        made.wait_until_up(seconds=900)
        yield made


def test_every_application_is_synced_once(delivered: Delivered) -> None:
    """Everything comes up at the first try: no Application was synced a second time, and no sync was tried again."""
    found = {each["metadata"]["name"]: each["status"] for each in delivered.applications.all()}

    assert {name: len(status["history"]) for name, status in found.items()} == dict.fromkeys(found, 1)
    assert {name: status["operationState"].get("retryCount", 0) for name, status in found.items()} == dict.fromkeys(found, 0)


def test_what_argo_cd_is_told_is_accepted(delivered: Delivered) -> None:
    """Every object that Argo CD is told of passes the strict validation that Argo CD does not ask for."""
    for each in delivered.cluster.repository.delivery().values():
        delivered.cluster.api.apply(each, manager="argocd-controller", dry_run=True)


def test_what_is_queued_runs(delivered: Delivered) -> None:
    """What Argo CD brings is admitted and has its pods, as what kubectl brings."""
    for each in QUEUED[delivered.environment]:
        wait_for_pods(delivered.cluster.api, each)


def test_comparing_anew_finds_no_drift(delivered: Delivered) -> None:
    """After Kueue has suspended, unsuspended and injected, two hard refreshes find nothing that differs, and nothing is written."""
    before = delivered.versions()

    for _ in range(2):
        delivered.expect_no_drift()
    assert delivered.versions() == before


def test_an_identical_render_changes_nothing(delivered: Delivered, rendered: Path, tmp_path: Path) -> None:
    """A second render is the first to the byte, and a commit of it is seen by every Application and writes no object."""
    render(delivered.environment, tmp_path)
    first, second = contents(rendered / delivered.environment), contents(tmp_path / delivered.environment)
    differing = [path for path in sorted(first.keys() | second.keys()) if first.get(path) != second.get(path)]
    assert differing == [], f"expected out/{delivered.environment} as it is, these files are rendered otherwise"
    before = delivered.versions()

    delivered.cluster.repository.take(delivered.cluster.host, tmp_path)
    delivered.see(delivered.cluster.repository.commit())
    assert delivered.versions() == before


def test_a_scaled_cluster_stays_as_it_was_scaled(delivered: Delivered) -> None:
    """A worker group that is scaled as Ray's autoscaler scales it keeps its size, and is no drift."""
    api, scaled = delivered.cluster.api, SCALED[delivered.environment]
    cluster = cluster_of(api, scaled.find(api))
    assert cluster is not None
    replicas = [group["replicas"] for group in cluster["spec"]["workerGroupSpecs"]]
    scale = [
        {"op": "replace", "path": "/spec/workerGroupSpecs/0/replicas", "value": replicas[0] + 1},
        {"op": "add", "path": "/spec/workerGroupSpecs/0/scaleStrategy", "value": {"workersToDelete": []}},
    ]
    api.patch(cluster, scale, content_type=JSON_PATCH, manager="python-requests")

    delivered.expect_no_drift()
    found = cluster_of(api, scaled.find(api))
    assert found is not None
    assert found["metadata"]["uid"] == cluster["metadata"]["uid"]
    assert [group["replicas"] for group in found["spec"]["workerGroupSpecs"]] == [replicas[0] + 1, *replicas[1:]]


def test_a_changed_quota_reaches_the_cluster_and_touches_nothing_else(delivered: Delivered) -> None:
    """A commit that changes one quota writes one ClusterQueue."""
    repository, before = delivered.cluster.repository, delivered.versions()
    file, found = next((file, manifest) for file, manifest in repository.manifests().items() if manifest["kind"] == "ClusterQueue")
    queue = copy.deepcopy(found)
    queue["spec"]["resourceGroups"][0]["flavors"][0]["resources"][0]["nominalQuota"] = "72"

    file.write_text(yaml.dump(queue, Dumper=yaml.CSafeDumper, sort_keys=False), encoding="utf-8")
    delivered.see(repository.commit())

    stored, after = delivered.cluster.api.read(queue), delivered.versions()
    assert stored is not None
    assert stored["spec"] == stored["spec"] | queue["spec"]
    assert [name for name in after if after[name] != before[name]] == [_name(queue)]


def test_a_failed_job_makes_its_application_ill(delivered: Delivered) -> None:
    """Health comes from our checks: a job that fails for good is Degraded, no other one is touched, and a new one brings it up again."""
    api = delivered.cluster.api
    job = next(each for each in QUEUED[delivered.environment] if each.kind == "RayJob")
    name = job.find(api)["metadata"]["name"]
    wait_for(
        f"RayJob {name} has failed for good", lambda: _failed(delivered.cluster, job), seconds=240, seen=lambda: job.find(api)["status"]
    )

    delivered.wait_until_only(f"{delivered.environment}-{job.namespace}-{job.stem}", seconds=120)
    api.delete(job.find(api))
    delivered.wait_until_up()
    wait_for_pods(api, job)


def test_a_team_that_is_removed_goes_in_order(delivered: Delivered) -> None:
    """Without a team in Git its workloads go first and its namespace last, nothing hangs, and its ClusterQueue waits for a yes."""
    repository, api, team = delivered.cluster.repository, delivered.cluster.api, LEAVING[delivered.environment]
    everything = repository.manifests() | repository.delivery()
    gone = {file: manifest for file, manifest in everything.items() if re.search(rf"\b{team}\b", str(file.relative_to(repository.out)))}
    queues = [manifest for manifest in gone.values() if manifest["kind"] == "ClusterQueue"]
    for file in gone:
        file.unlink()
    revision = repository.commit()
    delivered.applications.refresh()

    order: list[str] = []
    wait_for(
        "whatever is the team's has gone, but for its ClusterQueue",
        lambda: len(_with_what_has_gone(api, gone.values(), order)) == len(gone) - len(queues),
        seconds=400,
        seen=lambda: f"there are still {sorted({*map(_name, gone.values())} - {*order})}\n{delivered.applications.faults()}",
    )
    workloads = [manifest for manifest in gone.values() if manifest["apiVersion"] == "ray.io/v1"]
    for earlier, later in (
        *((_name(each), f"LocalQueue/{team}/default") for each in workloads),
        *(
            (f"Application/argocd/{delivered.environment}-{team}-{stem}", f"Application/argocd/{delivered.environment}-team-{team}")
            for stem in _apps_of(team, gone)
        ),
        (f"LocalQueue/{team}/default", f"AppProject/argocd/{delivered.environment}-{team}"),
    ):
        assert order.index(earlier) < order.index(later), f"expected {earlier} to go before {later}, they went as {order}"

    for queue in queues:
        stored = api.read(queue)
        assert stored is not None
        assert "deletionTimestamp" not in stored["metadata"]
    if queues:
        approved = {"argocd.argoproj.io/deletion-approved": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
        api.patch(delivered.applications.get(f"{delivered.environment}-queues"), {"metadata": {"annotations": approved}})
    for queue in queues:
        wait_for(f"{_name(queue)} has gone", lambda queue=queue: api.read(queue) is None, seconds=120, seen=delivered.applications.faults)
    delivered.see(revision)


def test_no_operator_ended(delivered: Delivered) -> None:
    """The operators run as Argo CD brings them, from the first start on and to the end, and lack no right."""
    assert delivered.cluster.kubelet.failures == []
    assert delivered.cluster.denials() == []


def _with_what_has_gone(api: KubernetesApi, manifests: Iterable[Object], order: list[str]) -> list[str]:
    """Append the names of the objects that have gone since to those that had gone before."""
    for manifest in manifests:
        if _name(manifest) not in order and api.read(manifest) is None:
            order.append(_name(manifest))
    return order


def _failed(cluster: Cluster, job: Queued) -> bool:
    """Have whatever the job tries fail, and say whether it has given up."""
    found = job.find(cluster.api)
    status = found.get("status", {})
    if "jobId" in status:
        cluster.dashboard.end_job(status["jobId"], "FAILED")
    for submitter in cluster.api.list("v1", "Pod", job.namespace, labels=f"batch.kubernetes.io/job-name={found['metadata']['name']}"):
        if submitter["status"].get("phase") == "Running":
            cluster.api.patch(submitter, {"status": {"phase": "Succeeded"}}, part="status")
    return bool(status.get("jobDeploymentStatus") == "Failed")


def _apps_of(team: str, files: Iterable[Path]) -> list[str]:
    """Name the apps that hold a team's workloads, without the team."""
    return [name.removeprefix(f"{team}-") for name in {file.parts[-3] for file in files} if name.startswith(f"{team}-")]


def _names(manifests: Iterable[Object]) -> list[str]:
    return [each["metadata"]["name"] for each in manifests]


def _name(manifest: Object) -> str:
    metadata = manifest["metadata"]
    return f"{manifest['kind']}/{metadata.get('namespace', '')}/{metadata['name']}"


def _version(found: Object | None) -> str | None:
    return None if found is None else str(found["metadata"].get("generation") or found["metadata"]["resourceVersion"])
