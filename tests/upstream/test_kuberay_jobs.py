"""RayJobs, RayCronJobs and RayServices of ours against KubeRay's own code."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from heliostat.manifests.canonical import canonical
from heliostat.schemas.store import schema_for
from heliostat.schemas.targets import Targets
from heliostat.specs.object_spec import object_problems_of
from heliostat.specs.ray.auth import Auth
from heliostat.specs.ray.autoscaler import Autoscaler
from heliostat.specs.ray.deletion import DeletionRule
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.head_service import HeadService
from heliostat.specs.ray.ray_object_spec import RayObjectSpec
from heliostat.specs.ray.ray_service import ClusterUpgradeOptions
from heliostat.specs.ray.schedule import schedule_faults
from heliostat.specs.ray.submission_mode import SubmissionMode
from heliostat.specs.ray.submitter import Submitter
from heliostat.specs.ray.worker_group import WorkerGroup
from tests.specs.ray.jobs import SCALED, cron_job, job, job_elsewhere, service
from tests.specs.ray.submission import Job, submit_line
from tests.upstream.go_program import FULL, answers
from tests.upstream.go_types import without_zeros

TARGETS = Targets(kuberay="1.6.2", ray="2.55.0")
"""The version whose code tests/upstream/kuberay is built from."""

ODD = " \t\n\"'\\$`();&|<>*?#~!{}[]=%-aH.é\u00a0\u200b🎉\x1b"

CLUSTER: Mapping[str, Sequence[Any]] = {
    "head": [Head(cpu=1, memory="4Gi", restart_policy="Always"), Head(cpu=1, memory="4Gi", head_service=HeadService(name="gate"))],
    "workers": [[SCALED], [WorkerGroup("fixed", replicas=2, cpu=1, memory="1Gi", idle_timeout_seconds=5)]],
    "autoscaler": [Autoscaler(version="v1"), Autoscaler(idle_timeout_seconds=-1)],
    "gcs_fault_tolerance": [RedisFaultTolerance("redis:6379")],
    "auth": [Auth(), Auth(enable_k8s_token_auth=True)],
}
JOB: Mapping[str, Sequence[Any]] = {
    **CLUSTER,
    "entrypoint": ["python train.py"],
    "submission_mode": ["HTTPMode", "SidecarMode", "InteractiveMode"],
    "submitter": [Submitter(), Submitter(backoff_limit=1)],
    "active_deadline_seconds": [60, 0],
    "pre_running_deadline_seconds": [60, 0],
    "backoff_limit": [1, -1],
    "shutdown_after_job_finishes": [True, False],
    "ttl_seconds_after_finished": [0, 60, -1],
    "deletion_rules": [
        [DeletionRule("DeleteCluster", job_status="SUCCEEDED"), DeletionRule("DeleteWorkers", job_status="SUCCEEDED")],
        [DeletionRule("DeleteCluster", job_status="FAILED"), DeletionRule("DeleteWorkers", job_status="FAILED", ttl_seconds=5)],
        [DeletionRule("DeleteCluster", job_deployment_status="Failed"), DeletionRule("DeleteCluster", job_deployment_status="Failed")],
    ],
    "on_success": ["DeleteWorkers", "DeleteNone"],
    "on_failure": ["DeleteCluster"],
}
KINDS: Mapping[str, tuple[Callable[..., RayObjectSpec], Mapping[str, Sequence[Any]]]] = {
    "RayJob": (job, {**JOB, "suspend": [True], "cluster_selector": ["notebook"], "name": ["train", "a" * 48]}),
    "RayCronJob": (
        cron_job,
        {**JOB, "schedule": ["*/5 9-17 1,15 JAN-jun mon", "@every 1h", "60 * * * *", "* * * * 7", "@never", "0 0 1"]},
    ),
    "RayService": (
        service,
        {
            **CLUSTER,
            "name": ["text", "1text"],
            "upgrade_strategy": ["None", "NewClusterWithIncrementalUpgrade"],
            "cluster_upgrade_options": [
                ClusterUpgradeOptions(gateway_class_name="istio", step_size_percent=5, interval_seconds=5),
                ClusterUpgradeOptions(gateway_class_name="", step_size_percent=5, interval_seconds=0),
            ],
            "ray_cluster_deletion_delay_seconds": [0, -1],
            "initializing_timeout": ["30m", "1.5h", 60, 0, "-1s", "soon"],
        },
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_we_let_through_kuberay_takes_and_writes_as_we_do(kind: str) -> None:
    """Whatever KubeRay refuses we refuse before, and its types change nothing that the API server would not put back."""
    make, pools = KINDS[kind]
    choose = random.Random(7)
    specs = [make(**_some(pools, choose)) for _ in range(10_000 if FULL else 1_000)]
    names = [spec.name or "it" for spec in specs]
    taken = [not object_problems_of(spec, name, TARGETS) for spec, name in zip(specs, names, strict=True)]
    bodies = [spec.parts(name, TARGETS)[0].body for spec, name in zip(specs, names, strict=True)]
    told = answers("kuberay", bodies)
    schema = schema_for("ray.io/v1", kind, TARGETS)
    assert schema is not None

    through = [(body, *told_of) for ours, body, told_of in zip(taken, bodies, told, strict=True) if ours]
    assert [(body, said) for body, said, *_ in through if said is not None] == []
    assert [(body, stored) for body, _, stored, _ in through if body != canonical(without_zeros(stored), schema.document)] == []
    assert len(through) > 0.1 * len(specs)
    assert len({said for said, *_ in told}) > 8, "the generated objects are to break many of KubeRay's rules"


def _some(pools: Mapping[str, Sequence[Any]], choose: random.Random) -> dict[str, Any]:
    return {key: choose.choice(pools[key]) for key in choose.sample(sorted(pools), k=choose.randrange(6))}


def test_schedules_that_we_let_through_are_parsed() -> None:
    """Whatever cron refuses we refuse before."""
    choose = random.Random(3)
    schedules = [_schedule(choose) for _ in range(100_000 if FULL else 10_000)]
    taken = [schedule for schedule in schedules if not list(schedule_faults(schedule))]
    template = job_elsewhere().parts("it", TARGETS)[0].body["spec"]
    told = answers("kuberay", [{"kind": "RayCronJob", "spec": {"schedule": schedule, "jobTemplate": template}} for schedule in taken])

    assert [(schedule, said) for schedule, (said, *_) in zip(taken, told, strict=True) if said is not None] == []
    assert len(taken) > 0.03 * len(schedules)


def _schedule(choose: random.Random) -> str:
    if choose.random() < 0.05:
        return choose.choice(["@daily", "@weekdays", "@every "]) + choose.choice(["", "1h", "90m30s", "5s", "-1h", "1d"])
    fields = (_item(choose) if choose.random() < 0.5 else choose.choice("*?1235") for _ in range(choose.choice([5, 5, 5, 5, 4, 6])))
    return " ".join(fields)


def _item(choose: random.Random) -> str:
    atoms = ["*", "?", "0", "1", "7", "12", "24", "31", "60", "jan", "FEB", "mon", "x", ""]
    last, step = choose.choice(["", "", "", *(f"-{atom}" for atom in atoms)]), choose.choice(["", "", "", "/0", "/2", "/x", "/+3"])
    return choose.choice(atoms) + last + step + choose.choice(["", "", ",1", ","])


@pytest.mark.parametrize("mode", ["K8sJobMode", "SidecarMode"])
def test_the_submitter_runs_the_line_that_the_suite_runs(mode: SubmissionMode) -> None:
    """The suite writes the submitter's line itself; KubeRay writes the same, after waiting for the dashboard."""
    choose = random.Random(11)
    bodies: list[dict[str, Any]] = []
    while len(bodies) < (5_000 if FULL else 500):
        words = ["".join(choose.choices(ODD, k=choose.randrange(8))) for _ in range(5)]
        spec = job(
            entrypoint=["python", *words[:2]],
            runtime_env={"env_vars": {f"k{words[2]}": words[3]}},
            job_metadata={words[3]: words[4]},
            entrypoint_resources={words[2]: 1},
            submission_mode=mode,
        )
        if not object_problems_of(spec, "it", TARGETS):
            bodies.append(spec.parts("it", TARGETS)[0].body)
    told = [line for _, _, line in answers("kuberay", bodies)]
    ours = [submit_line(_submitted(body["spec"]), mode) for body in bodies]

    assert [(mine, theirs) for mine, theirs in zip(ours, told, strict=True) if not theirs.endswith(mine)] == []


def _submitted(spec: Mapping[str, Any]) -> Job:
    return Job(
        entrypoint=spec["entrypoint"],
        runtime_env_yaml=spec["runtimeEnvYAML"],
        metadata=spec["metadata"],
        entrypoint_resources=spec["entrypointResources"],
    )
