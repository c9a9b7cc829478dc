"""A RayCronJob makes jobs that carry no labels, on a schedule that comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.ray.code import Code
from heliostat.specs.ray.deletion import DeletionRule
from heliostat.specs.ray.disruption_budget import DisruptionBudget
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.ingress import Ingress
from heliostat.specs.ray.ray_cron_job import RayCronJobSpec
from tests.specs.answers import TARGETS, bodies, body, told
from tests.specs.ray.jobs import KUBERAY_1_5, KUBERAY_1_6, SCALED, cron_job, job, spec_of

CARRIED = "must be left out, since the jobs of a RayCronJob have no labels and annotations"


def test_the_template_is_that_of_a_job() -> None:
    """A schedule has what a job has, and nothing on the object that its jobs would need."""
    assert body(cron_job(entrypoint=["python", "train.py"], queue="default", labels={"team": "vision"}), "nightly") == {
        "apiVersion": "ray.io/v1",
        "kind": "RayCronJob",
        "metadata": {"name": "nightly", "labels": {"team": "vision"}},
        "spec": {"schedule": "0 2 * * *", "jobTemplate": spec_of(job())},
    }


def test_every_argument_of_a_schedule_is_written() -> None:
    """Time zone and suspension."""
    spec = spec_of(cron_job(schedule="@daily", time_zone="Europe/Zurich", suspend=True))

    assert {key: value for key, value in spec.items() if key != "jobTemplate"} == {
        "schedule": "@daily",
        "timeZone": "Europe/Zurich",
        "suspend": True,
    }


def test_a_finished_run_may_delete_itself() -> None:
    """Git holds the schedule, so that nobody makes the run again."""
    rules = [DeletionRule("DeleteSelf", job_status="SUCCEEDED", ttl_seconds=86400)]

    assert told(cron_job(deletion_rules=rules)) == []


def test_code_and_disruption_budgets_come_with_the_schedule() -> None:
    """All runs share them."""
    made = bodies(cron_job(code=Code(Path(__file__).name), disruption_budget=DisruptionBudget()), "nightly")

    assert list(made) == ["", "code", "head-disruption-budget"]


@pytest.mark.parametrize("targets", [KUBERAY_1_6, TARGETS])
def test_a_schedule_is_valid_for_every_version_that_has_it(targets: Targets) -> None:
    """Nothing is written that an older KubeRay does not know, unless it is asked for."""
    bodies(cron_job(), "nightly", targets)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (
            cron_job(schedule="0 2 * *"),
            "schedule: must have five fields, minute, hour, day of the month, month, day of the week, got '0 2 * *'",
        ),
        (cron_job(time_zone="CEST"), "time_zone: must be a time zone of the IANA database, such as \"Europe/Zurich\", got 'CEST'"),
        (
            cron_job(submission_mode="InteractiveMode", entrypoint=None),
            'submission_mode: must not be "InteractiveMode" on a schedule, since nobody submits the job',
        ),
        (cron_job(job_id="x"), "job_id: must be left out, since every run is another job"),
        (
            cron_job(queue="gpu"),
            'queue: must be the LocalQueue "default", where Kueue puts jobs without a queue label as these are, got "gpu"',
        ),
        (
            cron_job(queue="default", deletion_rules=[DeletionRule("DeleteSelf", job_status="SUCCEEDED")]),
            "deletion_rules: must be left out in a queue, since Kueue asks for shutdown_after_job_finishes=True",
        ),
        (cron_job(priority_class="high"), f"priority_class: {CARRIED}"),
        (cron_job(elastic=True), f"elastic: {CARRIED}"),
        (cron_job(queue="default", priority_class="high"), f"priority_class: {CARRIED}"),
        (
            cron_job(queue="default", workers=[SCALED]),
            "workers[0].max_replicas: must be left out in a queue, where the jobs of a RayCronJob are never elastic",
        ),
        (
            cron_job(head=Head(cpu=1, memory="4Gi", ingress=Ingress(class_name="nginx"))),
            "head.ingress.class_name: must be left out, since the jobs of a RayCronJob have no annotations",
        ),
        (
            cron_job(gcs_fault_tolerance=RedisFaultTolerance("redis:6379", deletion_timeout_seconds=5)),
            "gcs_fault_tolerance.deletion_timeout_seconds: must be left out, since the jobs of a RayCronJob have no annotations",
        ),
        (
            cron_job(name="a" * 37),
            f"name: must be at most 36 characters, since KubeRay appends to it, got '{'a' * 37}' (37 characters)",
        ),
    ],
)
def test_what_would_not_run_is_refused(spec: RayCronJobSpec, expected: str) -> None:
    """Each rule says what must change."""
    assert told(spec) == [expected]


@pytest.mark.parametrize(
    ("spec", "targets", "expected"),
    [
        (cron_job(), KUBERAY_1_5, ": needs KubeRay 1.6, the target is 1.5.0"),
        (cron_job(time_zone="UTC"), KUBERAY_1_6, "time_zone: needs KubeRay 1.7, the target is 1.6.0"),
    ],
)
def test_what_an_older_kuberay_does_not_know_is_refused(spec: RayCronJobSpec, targets: Targets, expected: str) -> None:
    """It would drop the field, or knows no schedules at all."""
    assert told(spec, targets) == [expected]
