"""What KubeRay, Kueue or Ray would refuse in a job, or never do, is refused."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.ray.auth import Auth
from heliostat.specs.ray.deletion import DeletionRule
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.ray_job import RayJobSpec
from heliostat.specs.ray.submitter import Submitter
from heliostat.specs.ray.worker_group import WorkerGroup
from tests.specs.answers import DNS_LABEL, told
from tests.specs.ray.jobs import HEAD, KUBERAY_1_5, KUBERAY_1_6, SCALED, job, job_elsewhere

INTERACTIVE = "must be left out in InteractiveMode, where whoever submits the job says it"
THERE = "must be left out with cluster_selector, since the cluster is there already"
NOTHING = "must be left out with cluster_selector, since KubeRay then deletes nothing"
SELF = 'must not be "DeleteSelf" for a RayJob in Git, since Argo CD makes the deleted job again and it runs again'
DELETED = DeletionRule("DeleteCluster", job_status="SUCCEEDED")


class _Team:
    name = "vision"
    namespace: str | None = "vision"
    object_kind = "Team"


def _groups(count: int) -> list[WorkerGroup]:
    return [WorkerGroup(f"group-{index}", cpu=1, memory="1Gi") for index in range(count)]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        # numbers
        (job(active_deadline_seconds=0), "active_deadline_seconds: must be at least 1, got 0"),
        (job(pre_running_deadline_seconds=0), "pre_running_deadline_seconds: must be at least 1, got 0"),
        (job(backoff_limit=-1), "backoff_limit: must be at least 0, got -1"),
        (job(ttl_seconds_after_finished=-1), "ttl_seconds_after_finished: must be at least 0, got -1"),
        (job(entrypoint_num_cpus=-1), "entrypoint_num_cpus: must be at least 0, got -1"),
        (job(entrypoint_num_gpus=-0.5), "entrypoint_num_gpus: must be at least 0, got -0.5"),
        (job(entrypoint_resources={"disk": -1}), 'entrypoint_resources["disk"]: must not be negative, got -1'),
        # the cluster
        (
            RayJobSpec(entrypoint="python a.py"),
            "head: must be given, or a cluster_selector that names an existing RayCluster",
        ),
        (job_elsewhere(head=HEAD), f"head: {THERE}"),
        (job_elsewhere(workers=_groups(1)), f"workers: {THERE}"),
        (job_elsewhere(code="test_job_problems.py"), f"code: {THERE}"),
        (job_elsewhere(tls=True), f"tls: {THERE}"),
        (
            job_elsewhere(submission_mode="SidecarMode"),
            'submission_mode: must not be "SidecarMode" with cluster_selector, since the head runs already',
        ),
        (job_elsewhere(backoff_limit=1), "backoff_limit: must be 0 with cluster_selector, since each attempt needs a new cluster, got 1"),
        (job_elsewhere(ttl_seconds_after_finished=1), f"ttl_seconds_after_finished: {NOTHING}"),
        (job_elsewhere(deletion_rules=[DELETED]), f"deletion_rules: {NOTHING}"),
        (
            job_elsewhere(submitter=Submitter()),
            "submitter.image: must be given with cluster_selector, since the image of that cluster is not known here",
        ),
        (
            job_elsewhere(queue="default"),
            "queue: must be left out with cluster_selector, since Kueue suspends the job and KubeRay then refuses it",
        ),
        (job_elsewhere(suspend=True), "suspend: must be left out with cluster_selector"),
        (
            job_elsewhere(cluster_selector="Note_Book"),
            f"cluster_selector: {DNS_LABEL}'Note_Book'",
        ),
        # the submission
        (RayJobSpec(head=HEAD), "entrypoint: must be given in K8sJobMode"),
        (job(submission_mode="InteractiveMode"), f"entrypoint: {INTERACTIVE}"),
        (job(submission_mode="InteractiveMode", entrypoint=None, runtime_env={"pip": ["a"]}), f"runtime_env: {INTERACTIVE}"),
        (job(submission_mode="InteractiveMode", entrypoint=None, job_id="x"), f"job_id: {INTERACTIVE}"),
        (job(submission_mode="InteractiveMode", entrypoint=None, backoff_limit=1), "backoff_limit: must be 0 in InteractiveMode, got 1"),
        (
            job(submission_mode="SidecarMod"),
            "submission_mode: must be 'K8sJobMode' or 'HTTPMode' or 'SidecarMode' or 'InteractiveMode', got 'SidecarMod'",
        ),
        (
            job(submission_mode="SidecarMode", head=Head(cpu=1, memory="4Gi", restart_policy="Always")),
            'head.restart_policy: must be "Never" or left out in SidecarMode, got "Always"',
        ),
        (job(job_id="a b"), 'job_id: must be letters, digits, "-", "_" and ".", with a letter or digit first, got \'a b\''),
        (
            job(job_metadata={"a": "`x`"}),
            'job_metadata["a"]: holds \'`\', which the submitter\'s shell changes in K8sJobMode; submission_mode="HTTPMode" has no shell',
        ),
        (job(runtime_env={"pipp": ["a"]}), 'runtime_env["pipp"]: is no field that Ray knows, did you mean "pip"'),
        (
            job(submitter=Submitter(), submission_mode="HTTPMode"),
            "submitter: must be left out in HTTPMode, which has no submitter pod",
        ),
        (
            job(submitter=Submitter(image="rayproject/ray:2.50.0"), image="rayproject/ray:2.52.0"),
            'submitter.image: must have Ray 2.52.0 in it as the head has, got "rayproject/ray:2.50.0"',
        ),
        (
            job(auth=Auth(enable_k8s_token_auth=True), ray_version="2.55.0"),
            "auth.enable_k8s_token_auth: must be left out, KubeRay takes it in a RayCluster of its own only",
        ),
        # the clean-up
        (
            job(deletion_rules=[DELETED], shutdown_after_job_finishes=True),
            "deletion_rules: must be left out with shutdown_after_job_finishes=True",
        ),
        (
            job(deletion_rules=[DELETED], ttl_seconds_after_finished=5),
            "ttl_seconds_after_finished: must be left out, each of deletion_rules has a ttl_seconds, got 5",
        ),
        (
            job(shutdown_after_job_finishes=False, ttl_seconds_after_finished=5),
            "ttl_seconds_after_finished: must be left out, it needs shutdown_after_job_finishes=True, got 5",
        ),
        (job(deletion_rules=[DeletionRule("DeleteSelf", job_status="SUCCEEDED")]), f"deletion_rules[0].policy: {SELF}"),
        (job(on_success="DeleteSelf", on_failure="DeleteCluster"), f"on_success: {SELF}"),
        (job(on_success="DeleteCluster"), "on_failure: must be given with on_success"),
        (job(on_failure="DeleteCluster"), "on_success: must be given with on_failure"),
        (
            job(on_success="DeleteNone", on_failure="DeleteCluster", shutdown_after_job_finishes=True),
            'on_success: must not be "DeleteNone" with shutdown_after_job_finishes=True',
        ),
        (
            job(on_success="DeleteCluster", on_failure="DeleteCluster", deletion_rules=[DELETED]),
            "deletion_rules: must be left out with on_success and on_failure",
        ),
        (
            job(workers=[SCALED], deletion_rules=[DeletionRule("DeleteWorkers", job_status="FAILED")]),
            'deletion_rules[0].policy: must not be "DeleteWorkers" for a cluster that is scaled',
        ),
        (
            job(workers=[SCALED], on_success="DeleteWorkers", on_failure="DeleteCluster"),
            'on_success: must not be "DeleteWorkers" for a cluster that is scaled',
        ),
        # the queue
        (
            job(queue="default", deletion_rules=[DELETED]),
            "deletion_rules: must be left out in a queue, since Kueue asks for shutdown_after_job_finishes=True",
        ),
        (
            job(queue="default", shutdown_after_job_finishes=False),
            "shutdown_after_job_finishes: must be True in a queue, else the cluster keeps its nodes when Kueue frees the quota",
        ),
        (job(queue="default", suspend=False), "suspend: must be left out in a queue, since Kueue stops and starts the job"),
        (job(suspend=True, shutdown_after_job_finishes=False), "suspend: needs shutdown_after_job_finishes=True"),
        (
            job(queue="default", workers=_groups(17)),
            "workers: must be at most 16 groups in a queue in K8sJobMode, whose submitter counts too, got 17",
        ),
        (
            job(queue="default", workers=[WorkerGroup("submitter", cpu=1, memory="1Gi")]),
            'workers[0].group_name: must not be "submitter" in a queue, where the submitter has that name',
        ),
        (
            job(managed_by="kueue.x-k8s.io/multikueue"),
            'managed_by: needs a queue to be "kueue.x-k8s.io/multikueue", since Kueue hands on only what is in one',
        ),
        (
            job(labels={"kueue.x-k8s.io/queue-name": "default"}),
            'labels["kueue.x-k8s.io/queue-name"]: must be given as queue=…',
        ),
        (job(team=_Team(), namespace="other"), 'namespace: must be "vision" as the team "vision" has it, or left out, got "other"'),
    ],
)
def test_what_would_fail_is_refused(spec: RayJobSpec, expected: str) -> None:
    """Each rule says what must change."""
    assert told(spec) == [expected]


@pytest.mark.parametrize(
    ("spec", "targets", "expected"),
    [
        (job(pre_running_deadline_seconds=1), KUBERAY_1_5, "pre_running_deadline_seconds: needs KubeRay 1.6, the target is 1.5.0"),
        (
            job(deletion_rules=[DeletionRule("DeleteCluster", job_deployment_status="Failed")]),
            KUBERAY_1_5,
            "deletion_rules[0].job_deployment_status: needs KubeRay 1.6, the target is 1.5.0",
        ),
        (job_elsewhere(job_metadata={"a": "b"}), KUBERAY_1_6, "job_metadata: needs KubeRay 1.7, the target is 1.6.0"),
    ],
)
def test_what_an_older_kuberay_does_not_know_is_refused(spec: RayJobSpec, targets: Targets, expected: str) -> None:
    """It would drop the field, or refuse the object."""
    assert told(spec, targets) == [expected]
    assert told(spec) == []


@pytest.mark.parametrize(
    "spec",
    [
        job(queue="default", managed_by="kueue.x-k8s.io/multikueue"),
        job(queue="default", workers=_groups(16)),
        job(queue="default", workers=_groups(17), submission_mode="HTTPMode"),
        job(workers=[WorkerGroup("submitter", cpu=1, memory="1Gi")]),
        job(entrypoint=None, submitter=Submitter(command=["python", "submit.py"])),
        job(head=Head(cpu=1, memory="4Gi", env={"RAY_RUNTIME_ENV_PLUGINS": "[]"}), runtime_env={"mine": 1}),
        job_elsewhere(submission_mode="HTTPMode", job_metadata={"a": "b"}),
        job_elsewhere(shutdown_after_job_finishes=False, ttl_seconds_after_finished=0),
        job(submitter=Submitter(image="mirror/ray-small:2.52.0")),
        job(deletion_rules=[DELETED], shutdown_after_job_finishes=False),
    ],
)
def test_what_works_is_accepted(spec: RayJobSpec) -> None:
    """The rules stop where the reasons do."""
    assert told(spec) == []
