"""A RayJob is written so that KubeRay, Kueue and Argo CD take it as it is, and is refused where one of them would not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.ray.code import Code
from heliostat.specs.ray.deletion import DeletionRule
from heliostat.specs.ray.disruption_budget import DisruptionBudget
from heliostat.specs.ray.ray_cluster import RayClusterSpec
from heliostat.specs.ray.ray_job import RayJobSpec
from heliostat.specs.ray.submission_mode import SubmissionMode
from heliostat.specs.ray.submitter import Submitter
from tests.specs.answers import TARGETS, Thing, bodies, body
from tests.specs.ray.jobs import HEAD, KUBERAY_1_5, KUBERAY_1_6, SCALED, job, job_elsewhere, spec_of
from tests.specs.ray.submission import Job, submit

SUBMITTER: JsonObject = {
    "spec": {
        "containers": [
            {
                "name": "ray-job-submitter",
                "image": "rayproject/ray:2.52.0",
                "resources": {"limits": {"cpu": "500m", "memory": "1Gi"}, "requests": {"cpu": "500m", "memory": "1Gi"}},
            }
        ],
        "restartPolicy": "Never",
    }
}


def _without_cluster(spec: JsonObject) -> JsonObject:
    return {key: value for key, value in spec.items() if key != "rayClusterSpec"}


def test_a_job_says_everything_that_the_cluster_would_add() -> None:
    """The submitter is spelled out, the cluster goes a minute after the job, and nothing is suspended."""
    assert body(job(queue="default", priority_class=Thing("WorkloadPriorityClass", "high"), labels={"team": "vision"}), "train") == {
        "apiVersion": "ray.io/v1",
        "kind": "RayJob",
        "metadata": {
            "name": "train",
            "labels": {"kueue.x-k8s.io/queue-name": "default", "kueue.x-k8s.io/priority-class": "high", "team": "vision"},
        },
        "spec": {
            "entrypoint": "python train.py",
            "submissionMode": "K8sJobMode",
            "backoffLimit": 0,
            "shutdownAfterJobFinishes": True,
            "ttlSecondsAfterFinished": 60,
            "submitterPodTemplate": SUBMITTER,
            "rayClusterSpec": spec_of(RayClusterSpec(head=HEAD)),
        },
    }


def test_every_argument_of_a_job_is_written() -> None:
    """What is submitted, how long it may take, and how often it is tried."""
    spec = spec_of(
        job(
            runtime_env={"pip": ["torch"]},
            submitter=Submitter(backoff_limit=0),
            job_id="train-1",
            job_metadata={"owner": "vision"},
            entrypoint_num_cpus=1,
            entrypoint_num_gpus=0.5,
            entrypoint_resources={"disk": 2, "$odd": 1},
            active_deadline_seconds=3600,
            pre_running_deadline_seconds=600,
            backoff_limit=2,
            ttl_seconds_after_finished=0,
            managed_by="ray.io/kuberay-operator",
            suspend=True,
        )
    )

    assert _without_cluster(spec) == {
        "entrypoint": "python train.py",
        "runtimeEnvYAML": "pip:\n  - torch\n",
        "submissionMode": "K8sJobMode",
        "submitterPodTemplate": SUBMITTER,
        "submitterConfig": {"backoffLimit": 0},
        "jobId": "train-1",
        "metadata": {"owner": "vision"},
        "entrypointNumCpus": 1,
        "entrypointNumGpus": 0.5,
        "entrypointResources": '{"disk": 2, "\\u0024odd": 1}',
        "activeDeadlineSeconds": 3600,
        "preRunningDeadlineSeconds": 600,
        "backoffLimit": 2,
        "shutdownAfterJobFinishes": True,
        "ttlSecondsAfterFinished": 0,
        "managedBy": "ray.io/kuberay-operator",
        "suspend": True,
    }


@pytest.mark.parametrize("mode", ["SidecarMode", "HTTPMode"])
def test_modes_without_a_submitter_pod_have_no_template(mode: SubmissionMode) -> None:
    """KubeRay refuses one in SidecarMode, and makes no use of it in HTTPMode."""
    assert _without_cluster(spec_of(job(submission_mode=mode))) == {
        "entrypoint": "python train.py",
        "submissionMode": mode,
        "backoffLimit": 0,
        "shutdownAfterJobFinishes": True,
        "ttlSecondsAfterFinished": 60,
    }


def test_an_interactive_job_has_nothing_to_submit() -> None:
    """Whoever submits the job brings everything along."""
    assert _without_cluster(spec_of(RayJobSpec(head=HEAD, submission_mode="InteractiveMode"))) == {
        "submissionMode": "InteractiveMode",
        "backoffLimit": 0,
        "shutdownAfterJobFinishes": True,
        "ttlSecondsAfterFinished": 60,
    }


def test_a_job_in_an_existing_cluster_brings_none() -> None:
    """The cluster is named, as text or by its construct, and nothing is deleted afterwards."""
    expected = {
        "entrypoint": "python train.py",
        "submissionMode": "K8sJobMode",
        "backoffLimit": 0,
        "ttlSecondsAfterFinished": 0,
        "clusterSelector": {"ray.io/cluster": "notebook"},
    }

    assert spec_of(job_elsewhere()) == expected
    assert spec_of(job_elsewhere(cluster_selector=Thing("RayCluster", "notebook"))) == expected
    assert spec_of(job_elsewhere(submitter=Submitter(image="rayproject/ray:2.52.0"))) == {**expected, "submitterPodTemplate": SUBMITTER}


@pytest.mark.parametrize("mode", ["K8sJobMode", "SidecarMode", "HTTPMode"])
def test_what_is_submitted_arrives(mode: SubmissionMode) -> None:
    """Entrypoint, runtime environment, metadata and resources reach Ray as the author wrote them."""
    spec: dict[str, Any] = spec_of(
        job(
            entrypoint=["echo", "$HOME `x`"],
            runtime_env={"env_vars": {"A": "${B}"}},
            job_metadata={"price": "5$$(HOME)"},
            entrypoint_resources={"$`": 1},
            submission_mode=mode,
        )
    )
    arrived = submit(
        Job(
            entrypoint=spec["entrypoint"],
            runtime_env_yaml=spec["runtimeEnvYAML"],
            metadata=spec["metadata"],
            entrypoint_resources=spec["entrypointResources"],
        ),
        mode,
    )

    assert arrived.runtime_env == {"env_vars": {"A": "${B}"}}
    assert arrived.metadata == {"price": "5$$(HOME)"}
    assert arrived.entrypoint_resources == {"$`": 1}


def test_deletion_rules_take_the_place_of_shutting_down() -> None:
    """KubeRay refuses both together."""
    rules = [
        DeletionRule("DeleteWorkers", job_status="SUCCEEDED"),
        DeletionRule("DeleteCluster", job_status="SUCCEEDED", ttl_seconds=600),
        DeletionRule("DeleteCluster", job_deployment_status="Failed", ttl_seconds=3600),
    ]
    spec = spec_of(job(deletion_rules=rules))

    assert "shutdownAfterJobFinishes" not in spec
    assert spec["ttlSecondsAfterFinished"] == 0
    assert spec["deletionStrategy"] == {
        "deletionRules": [
            {"policy": "DeleteWorkers", "condition": {"jobStatus": "SUCCEEDED", "ttlSeconds": 0}},
            {"policy": "DeleteCluster", "condition": {"jobStatus": "SUCCEEDED", "ttlSeconds": 600}},
            {"policy": "DeleteCluster", "condition": {"jobDeploymentStatus": "Failed", "ttlSeconds": 3600}},
        ]
    }


def test_the_older_policies_can_still_be_said() -> None:
    """They go without shutting down, but for a queue that asks for it."""
    alone = spec_of(job(on_success="DeleteCluster", on_failure="DeleteNone"))
    queued = spec_of(job(on_success="DeleteCluster", on_failure="DeleteWorkers", queue="default"))

    assert (alone["deletionStrategy"], "shutdownAfterJobFinishes" in alone) == (
        {"onSuccess": {"policy": "DeleteCluster"}, "onFailure": {"policy": "DeleteNone"}},
        False,
    )
    assert (queued["shutdownAfterJobFinishes"], queued["ttlSecondsAfterFinished"]) == (True, 60)


def test_an_elastic_job_is_annotated_and_its_pods_have_no_gate() -> None:
    """Kueue holds back the pods of elastic RayClusters and RayServices by a gate, those of a RayJob it does not."""
    made = body(job(queue="default", elastic=True, workers=[SCALED]))

    assert made["metadata"] == {
        "name": "it",
        "labels": {"kueue.x-k8s.io/queue-name": "default"},
        "annotations": {"kueue.x-k8s.io/elastic-job": "true"},
    }
    assert "schedulingGates" not in json.dumps(made)


def test_code_and_disruption_budgets_come_with_the_job() -> None:
    """The code is mounted where the containers start; the budgets find the pods of whatever cluster the job has."""
    made = bodies(job(code=Code(Path(__file__).name), disruption_budget=DisruptionBudget()), "train")
    text = json.dumps(made[""])

    assert list(made) == ["", "code", "head-disruption-budget"]
    assert str(cast("JsonObject", made["code"]["metadata"])["name"]) in text
    assert text.count('"workingDir": "/home/ray/code"') == 1
    assert made["head-disruption-budget"]["spec"] == {
        "minAvailable": 1,
        "selector": {"matchLabels": {"app.kubernetes.io/instance": "train", "ray.io/node-type": "head"}},
        "unhealthyPodEvictionPolicy": "AlwaysAllow",
    }
    assert '"labels": {"app.kubernetes.io/instance": "train"}' in text


def test_overrides_come_last() -> None:
    """They reach what has no argument, and what has one."""
    assert spec_of(job(overrides={"spec": {"ttlSecondsAfterFinished": 5}}))["ttlSecondsAfterFinished"] == 5


@pytest.mark.parametrize("targets", [KUBERAY_1_5, KUBERAY_1_6, TARGETS])
def test_a_job_is_valid_for_every_version(targets: Targets) -> None:
    """Nothing is written that an older KubeRay does not know, unless it is asked for."""
    for spec in (job(), job(workers=[SCALED]), job(submission_mode="SidecarMode"), job_elsewhere(), job(rerun="hook")):
        bodies(spec, "train", targets)
