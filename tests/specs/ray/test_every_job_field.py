"""Every field of RayJob, RayService and RayCronJob has an argument, but for those that nobody should write."""

from __future__ import annotations

from dataclasses import fields

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.store import schema_for
from heliostat.specs.object_spec import ObjectSpec
from heliostat.specs.ray.deletion import DeletionRule
from heliostat.specs.ray.ray_service import ClusterUpgradeOptions, ServeService
from heliostat.specs.ray.submitter import Submitter
from tests.specs.answers import TARGETS
from tests.specs.ray.every_argument import SERVICE
from tests.specs.ray.jobs import SCALED, cron_job, job, job_elsewhere, service, spec_of
from tests.specs.schema_fields import unreached

JOB = {
    "runtime_env": {"pip": ["torch"]},
    "submitter": Submitter(backoff_limit=1),
    "job_id": "x",
    "job_metadata": {"a": "b"},
    "entrypoint_num_cpus": 1,
    "entrypoint_num_gpus": 1,
    "entrypoint_resources": {"disk": 1},
    "active_deadline_seconds": 1,
    "pre_running_deadline_seconds": 1,
    "managed_by": "ray.io/kuberay-operator",
}
RULES = [DeletionRule("DeleteCluster", job_status="SUCCEEDED"), DeletionRule("DeleteCluster", job_deployment_status="Failed")]

EVERY_ARGUMENT: dict[str, list[ObjectSpec]] = {
    "RayJob": [
        job(suspend=True, **JOB),
        job_elsewhere(),
        job(deletion_rules=RULES),
        job(on_success="DeleteCluster", on_failure="DeleteWorkers"),
    ],
    "RayCronJob": [
        cron_job(suspend=True, time_zone="UTC", **{**JOB, "job_id": None}),
        cron_job(head=None, cluster_selector="notebook"),
        cron_job(deletion_rules=RULES),
        cron_job(on_success="DeleteCluster", on_failure="DeleteSelf"),
    ],
    "RayService": [
        service(
            upgrade_strategy="NewClusterWithIncrementalUpgrade",
            cluster_upgrade_options=ClusterUpgradeOptions(gateway_class_name="x", step_size_percent=5, interval_seconds=5),
            workers=[SCALED],
            exclude_head_pod_from_serve_svc=True,
            ray_cluster_deletion_delay_seconds=5,
            suspend=True,
            managed_by="ray.io/kuberay-operator",
        ),
        service(serve_service=ServeService(type="LoadBalancer", **{item.name: getattr(SERVICE, item.name) for item in fields(SERVICE)})),
    ],
}

CLUSTER = {"RayJob": ".rayClusterSpec", "RayCronJob": ".jobTemplate.rayClusterSpec", "RayService": ".rayClusterConfig"}
"""Where the cluster stands, whose fields a RayCluster has too."""

POD = {"RayJob": ".submitterPodTemplate", "RayCronJob": ".jobTemplate.submitterPodTemplate"}
"""Where the submitter stands, whose fields are those of any pod."""

WITHOUT_ARGUMENT: dict[str, dict[str, str]] = {
    "RayJob": {},
    "RayCronJob": {
        ".jobTemplate.jobId": "every run is another job",
        ".jobTemplate.suspend": "a run that is suspended when it is made would never be resumed",
    },
    "RayService": {
        ".deploymentUnhealthySecondThreshold": "does nothing",
        ".serveService.apiVersion": "a Service is meant",
        ".serveService.kind": "a Service is meant",
        ".serveService.metadata.finalizers": "written by controllers",
        ".serveService.metadata.namespace": "KubeRay takes that of the cluster",
        ".serveService.spec.clusterIPs": "written by the API server after clusterIP",
        ".serveService.spec.externalName": "Serve is no name outside the cluster",
        ".serveService.spec.loadBalancerIP": "deprecated; clouds take an annotation",
        ".serveService.spec.selector": "KubeRay takes its own",
        ".serveService.status": "written by controllers",
        ".serviceUnhealthySecondThreshold": "does nothing",
    },
}
"""Fields that no argument leads to, and why."""


@pytest.mark.parametrize("kind", EVERY_ARGUMENT)
def test_every_field_has_an_argument(kind: str) -> None:
    """What is left out is left out for a reason."""
    schema = schema_for("ray.io/v1", kind, TARGETS)
    assert schema is not None
    definitions, properties = schema.document["$defs"], schema.document["properties"]
    assert isinstance(definitions, dict)
    assert isinstance(properties, dict)
    specs: list[JsonObject] = [spec_of(spec) for spec in EVERY_ARGUMENT[kind]]
    missing = [
        path for path in unreached(properties["spec"], definitions, specs) if not path.startswith((CLUSTER[kind], POD.get(kind, "-")))
    ]

    assert sorted(missing) == sorted(WITHOUT_ARGUMENT[kind])
