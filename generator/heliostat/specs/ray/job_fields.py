"""The arguments that RayJob and RayCronJob share, and the job spec they make."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.ray.cluster_fields import RayClusterFields, cluster_spec, head_image
from heliostat.specs.ray.deletion import DeletionPolicy, DeletionRule, deletion_strategy
from heliostat.specs.ray.entrypoint import entrypoint_text
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.job_problems import job_problems
from heliostat.specs.ray.placement import queue_tolerations_of
from heliostat.specs.ray.queueing import ClusterManager
from heliostat.specs.ray.runtime_env import runtime_env_text
from heliostat.specs.ray.submission_mode import SubmissionMode, submitted
from heliostat.specs.ray.submitter import Submitter, submitter_template
from heliostat.specs.reference import Named, OfKind, name_of

_TTL_SECONDS = 60
"""Enough for logs and metrics to be collected; Kueue gives the quota away when the job ends, so the pods should not outlive it long."""


@arguments
class RayJobFields(RayClusterFields):
    """What describes a job, be it run once or on a schedule.

    Args:
        head: the head of the job's own cluster, which is made for it and deleted after it.
        cluster_selector: an existing RayCluster of the namespace to run in, instead of `head`, `workers` and what belongs to them.
            Nothing is deleted then when the job ends.
        entrypoint: the command. As a list of arguments it is quoted so that the program receives them as given, whatever the
            submission mode; a script is ["bash", "-c", "…"]. Text is taken as it is; where a submitter's shell reads it (K8sJobMode,
            SidecarMode) it is one command that means the same without its quotes.
        runtime_env: Ray's runtime environment in Ray's own words: {"pip": ["torch"], "env_vars": {"A": "1"}}. Packages of `pip`, `uv`
            and `conda` are downloaded by the job's pods, which network policies must let out to the package index: in a Team by
            `TeamNetworkPolicy(egress=[…])`, of the job alone by `RayNetworkPolicy(…)`. Local paths are those of the submitter's
            container.
        submission_mode: how the job gets to Ray. `K8sJobMode` starts a submitter pod, `SidecarMode` a container beside the head,
            with `HTTPMode` the operator sends a request, in `InteractiveMode` somebody submits the job by hand.
        submitter: more about the submitter pod, in K8sJobMode.
        job_id: id of the job in Ray; made from the name by default.
        job_metadata: labels of the job in Ray.
        entrypoint_num_cpus: CPUs that Ray reserves for the entrypoint, on a node that it picks by them.
        entrypoint_num_gpus: GPUs reserved likewise.
        entrypoint_resources: custom Ray resources reserved likewise.
        active_deadline_seconds: seconds after which an attempt is failed.
        pre_running_deadline_seconds: seconds after which an attempt that does not run yet is failed (KubeRay 1.6 and later).
        backoff_limit: how often a failed job is run again, each time on a new cluster; never by default.
        shutdown_after_job_finishes: whether the cluster is deleted when the job has ended; True unless something else is said
            about deletion. The RayJob itself stays.
        ttl_seconds_after_finished: seconds between the end and that deletion; 60 by default.
        deletion_rules: what is deleted when, instead of `shutdown_after_job_finishes`. Not in a queue, which Kueue asks that for.
        on_success: deprecated upstream in favour of `deletion_rules`: what is deleted after success, with `on_failure`.
        on_failure: what is deleted after a failure that Ray has seen.
        managed_by: who acts on the object; `kueue.x-k8s.io/multikueue` hands it to the cluster that Kueue picks. It cannot be changed.
    """

    head: Head | None = None  # type: ignore[assignment]  # a job in an existing cluster has none; `check` asks for it otherwise
    cluster_selector: Annotated[Named | str, OfKind("RayCluster")] | None = None
    entrypoint: str | Sequence[str] | None = None
    runtime_env: Mapping[str, JsonValue] = field(default_factory=dict)
    submission_mode: SubmissionMode = "K8sJobMode"
    submitter: Submitter | None = None
    job_id: str | None = None
    job_metadata: Mapping[str, str] = field(default_factory=dict)
    entrypoint_num_cpus: float | None = None
    entrypoint_num_gpus: float | None = None
    entrypoint_resources: Mapping[str, float] = field(default_factory=dict)
    active_deadline_seconds: int | None = None
    pre_running_deadline_seconds: int | None = None
    backoff_limit: int = 0
    shutdown_after_job_finishes: bool | None = None
    ttl_seconds_after_finished: int | None = None
    deletion_rules: Sequence[DeletionRule] = ()
    on_success: DeletionPolicy | None = None
    on_failure: DeletionPolicy | None = None
    managed_by: ClusterManager | None = None

    @property
    def shutdown(self) -> bool:
        """Whether KubeRay deletes the cluster after the job, as said or as it follows from the rest."""
        if self.shutdown_after_job_finishes is not None:
            return self.shutdown_after_job_finishes
        legacy = self.on_success is not None or self.on_failure is not None
        return self.cluster_selector is None and not self.deletion_rules and (self.queue is not None or not legacy)

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.cluster_selector is None and self.head is not None:
            yield from super().check(targets)
        yield from job_problems(self, targets)


def job_spec(fields: RayJobFields, name: str, targets: Targets, *, pod_labels: Mapping[str, str]) -> JsonObject:
    """Make the spec of a RayJob: `spec`, or `spec.jobTemplate` of a RayCronJob.

    Args:
        fields: the arguments, already checked.
        name: name that the ConfigMap with the code begins with.
        targets: the versions it is made for.
        pod_labels: labels of every pod of the cluster beside the author's.
    """
    mode = fields.submission_mode
    body: JsonObject = {"submissionMode": mode, "backoffLimit": fields.backoff_limit}
    if fields.entrypoint is not None:
        body["entrypoint"] = entrypoint_text(fields.entrypoint, mode)
    if fields.runtime_env:
        body["runtimeEnvYAML"] = runtime_env_text(fields.runtime_env, mode)
    if fields.job_metadata:
        body["metadata"] = submitted(dict(fields.job_metadata), mode)
    if fields.entrypoint_resources:
        body["entrypointResources"] = _unexpanded_json(fields.entrypoint_resources)
    for key, value in (
        ("jobId", fields.job_id),
        ("entrypointNumCpus", fields.entrypoint_num_cpus),
        ("entrypointNumGpus", fields.entrypoint_num_gpus),
        ("activeDeadlineSeconds", fields.active_deadline_seconds),
        ("preRunningDeadlineSeconds", fields.pre_running_deadline_seconds),
        ("managedBy", fields.managed_by),
    ):
        if value is not None:
            body[key] = value
    body |= _clean_up(fields)
    body |= _submitter(fields, targets)
    if fields.cluster_selector is not None:
        body["clusterSelector"] = {"ray.io/cluster": name_of(fields.cluster_selector)}
        return body
    body["rayClusterSpec"] = cluster_spec(fields, targets, name, pod_labels=pod_labels, elastic_gates=False)
    return body


def _clean_up(fields: RayJobFields) -> JsonObject:
    if fields.shutdown:
        ttl = _TTL_SECONDS if fields.ttl_seconds_after_finished is None else fields.ttl_seconds_after_finished
        body: JsonObject = {"shutdownAfterJobFinishes": True, "ttlSecondsAfterFinished": ttl}
    else:
        body = {"ttlSecondsAfterFinished": 0}
    if strategy := deletion_strategy(fields.deletion_rules, fields.on_success, fields.on_failure):
        body["deletionStrategy"] = strategy
    return body


def _submitter(fields: RayJobFields, targets: Targets) -> JsonObject:
    if fields.submission_mode != "K8sJobMode":
        return {}
    body: JsonObject = {}
    submitter = fields.submitter or Submitter()
    if fields.cluster_selector is None:
        body["submitterPodTemplate"] = submitter_template(
            submitter, fields.head, head_image(fields, targets), queue_tolerations_of(fields.queue)
        )
    elif submitter.image is not None:
        body["submitterPodTemplate"] = submitter_template(submitter, None, submitter.image)
    if submitter.backoff_limit is not None:
        body["submitterConfig"] = {"backoffLimit": submitter.backoff_limit}
    return body


def _unexpanded_json(given: Mapping[str, float]) -> str:
    """Write JSON without the characters that the submitter's shell expands between double quotes."""
    return json.dumps(dict(given)).replace("$", "\\u0024").replace("`", "\\u0060")
