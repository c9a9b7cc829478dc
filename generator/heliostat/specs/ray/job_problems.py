"""What is wrong between the arguments of a job, each of which is right for itself.

Source, unless said otherwise: KubeRay 1.7 controllers/ray/utils/validation.go, ValidateRayJobSpec. A RayJob that fails there stays in
`ValidationFailed` for good: it has to be deleted and made anew.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem
from heliostat.specs.ray.deletion import rule_problems
from heliostat.specs.ray.entrypoint import entrypoint_problems
from heliostat.specs.ray.image import ray_version_of_image
from heliostat.specs.ray.queueing import manager_problems
from heliostat.specs.ray.runtime_env import PLUGINS_VARIABLE, job_runtime_env_problems
from heliostat.specs.ray.submission_mode import SUBMITTED_BY_SHELL, submitted_problems
from heliostat.specs.ray.submitter_files import local_path_problems, submitter_files
from heliostat.specs.reference import name_of
from heliostat.specs.version_need import version_problems

if TYPE_CHECKING:
    from heliostat.specs.ray.job_fields import RayJobFields

_JOB_ID = re.compile(r"[A-Za-z0-9][-A-Za-z0-9_.]*")
_SUBMITTER_POD_SET = "submitter"
_MOST_GROUPS_BESIDE_A_SUBMITTER = 16
_WHAT_IS_SUBMITTED = (
    "entrypoint",
    "runtime_env",
    "job_id",
    "job_metadata",
    "entrypoint_num_cpus",
    "entrypoint_num_gpus",
    "entrypoint_resources",
)
_LEAST = {
    "active_deadline_seconds": 1,
    "pre_running_deadline_seconds": 1,
    "backoff_limit": 0,
    "ttl_seconds_after_finished": 0,
    "entrypoint_num_cpus": 0,
    "entrypoint_num_gpus": 0,
}


def job_problems(fields: RayJobFields, targets: Targets) -> Iterator[Problem]:
    """Check the arguments of a job against each other."""
    for argument, least in _LEAST.items():
        given = getattr(fields, argument)
        if given is not None and given < least:
            yield Problem(argument, f"must be at least {least}, got {given}")
    if fields.pre_running_deadline_seconds is not None:
        yield from version_problems("pre_running_deadline_seconds", "kuberay", "1.6", targets)
    yield from _selector_problems(fields, targets)
    yield from _submission_problems(fields)
    yield from _submitter_problems(fields)
    yield from _clean_up_problems(fields)
    yield from _queue_problems(fields)
    yield from manager_problems(fields.managed_by, fields.queue)
    if fields.auth is not None and fields.auth.enable_k8s_token_auth:
        yield Problem("auth.enable_k8s_token_auth", "must be left out, KubeRay takes it in a RayCluster of its own only")


def _selector_problems(fields: RayJobFields, targets: Targets) -> Iterator[Problem]:
    if fields.cluster_selector is None:
        if fields.head is None:
            yield Problem("head", "must be given, or a cluster_selector that names an existing RayCluster")
        return
    if fault := dns_label_fault(name_of(fields.cluster_selector)):
        yield Problem("cluster_selector", fault)
    for item in dataclasses.fields(fields):
        if item.name in _OF_THE_CLUSTER and getattr(fields, item.name) not in (None, False, (), {}, []):
            yield Problem(item.name, "must be left out with cluster_selector, since the cluster is there already")
    if fields.submission_mode == "SidecarMode":
        yield Problem("submission_mode", 'must not be "SidecarMode" with cluster_selector, since the head runs already')
    if fields.backoff_limit > 0:
        yield Problem(
            "backoff_limit", f"must be 0 with cluster_selector, since each attempt needs a new cluster, got {fields.backoff_limit}"
        )
    for argument in ("shutdown_after_job_finishes", "ttl_seconds_after_finished", "deletion_rules", "on_success", "on_failure"):
        if getattr(fields, argument):
            yield Problem(argument, "must be left out with cluster_selector, since KubeRay then deletes nothing")
    if fields.submitter is not None and fields.submitter.image is None:
        yield Problem("submitter.image", "must be given with cluster_selector, since the image of that cluster is not known here")
    if fields.job_metadata and fields.submission_mode in SUBMITTED_BY_SHELL:
        yield from version_problems("job_metadata", "kuberay", "1.7", targets)


_OF_THE_CLUSTER = frozenset(
    {
        "head",
        "workers",
        "image",
        "ray_version",
        "autoscaler",
        "gcs_fault_tolerance",
        "auth",
        "network_policy",
        "tls",
        "history_server",
        "head_service_annotations",
        "code",
        "disruption_budget",
        "elastic",
    }
)


def _submission_problems(fields: RayJobFields) -> Iterator[Problem]:
    mode = fields.submission_mode
    if mode == "InteractiveMode":
        for argument in _WHAT_IS_SUBMITTED:
            if getattr(fields, argument):
                yield Problem(argument, "must be left out in InteractiveMode, where whoever submits the job says it")
        if fields.backoff_limit > 0:
            yield Problem("backoff_limit", f"must be 0 in InteractiveMode, got {fields.backoff_limit}")
        return
    if fields.entrypoint is not None:
        yield from entrypoint_problems(fields.entrypoint, mode)
    elif fields.submitter is None or not fields.submitter.command:
        yield Problem("entrypoint", f"must be given in {mode}")
    plugins = fields.head is not None and PLUGINS_VARIABLE in fields.head.env
    yield from job_runtime_env_problems(fields.runtime_env, mode, plugins=plugins)
    if mode in SUBMITTED_BY_SHELL and (files := submitter_files(fields)):
        yield from local_path_problems("runtime_env", fields.runtime_env, files)
    yield from submitted_problems("job_metadata", dict(fields.job_metadata), mode)
    if fields.job_id is not None and not _JOB_ID.fullmatch(fields.job_id):
        yield Problem("job_id", f'must be letters, digits, "-", "_" and ".", with a letter or digit first, got {fields.job_id!r}')
    for name, amount in fields.entrypoint_resources.items():
        if amount < 0:
            yield Problem(f'entrypoint_resources["{name}"]', f"must not be negative, got {amount}")
    if mode == "SidecarMode" and fields.head is not None and fields.head.restart_policy not in (None, "Never"):
        yield Problem("head.restart_policy", f'must be "Never" or left out in SidecarMode, got "{fields.head.restart_policy}"')


def _submitter_problems(fields: RayJobFields) -> Iterator[Problem]:
    if fields.submitter is None:
        return
    if fields.submission_mode != "K8sJobMode":
        yield Problem("submitter", f"must be left out in {fields.submission_mode}, which has no submitter pod")
    if fields.submitter.image is not None and fields.head is not None:
        told = ray_version_of_image(fields.submitter.image)
        heads = ray_version_of_image(fields.head.image or fields.image or "")
        wanted = fields.ray_version or heads
        if told is not None and wanted is not None and told != wanted:
            yield Problem("submitter.image", f'must have Ray {wanted} in it as the head has, got "{fields.submitter.image}"')


def _clean_up_problems(fields: RayJobFields) -> Iterator[Problem]:
    rules, shutdown = fields.deletion_rules, fields.shutdown
    yield from rule_problems(rules)
    if rules and shutdown:
        yield Problem("deletion_rules", "must be left out with shutdown_after_job_finishes=True")
    if fields.ttl_seconds_after_finished and not shutdown and fields.cluster_selector is None:
        instead = "each of deletion_rules has a ttl_seconds" if rules else "it needs shutdown_after_job_finishes=True"
        yield Problem("ttl_seconds_after_finished", f"must be left out, {instead}, got {fields.ttl_seconds_after_finished}")
    policies = {f"deletion_rules[{index}].policy": rule.policy for index, rule in enumerate(rules)}
    legacy = {argument: policy for argument in ("on_success", "on_failure") if (policy := getattr(fields, argument)) is not None}
    for argument, policy in {**policies, **legacy}.items():
        if policy == "DeleteWorkers" and fields.head is not None and fields.autoscaling is not None:
            yield Problem(argument, 'must not be "DeleteWorkers" for a cluster that is scaled')
    if legacy and rules:
        yield Problem("deletion_rules", "must be left out with on_success and on_failure")
    if len(legacy) == 1:
        yield Problem("on_failure" if "on_success" in legacy else "on_success", f"must be given with {next(iter(legacy))}")
    for argument, policy in legacy.items():
        if policy == "DeleteNone" and shutdown:
            yield Problem(argument, 'must not be "DeleteNone" with shutdown_after_job_finishes=True')


def _queue_problems(fields: RayJobFields) -> Iterator[Problem]:
    """Name what Kueue 0.19 does not take (pkg/controller/jobs/rayjob/rayjob_webhook.go, pkg/controller/jobs/raycluster/common.go)."""
    if fields.queue is None:
        return
    if fields.cluster_selector is not None:
        yield Problem("queue", "must be left out with cluster_selector, since Kueue suspends the job and KubeRay then refuses it")
    elif fields.deletion_rules:
        yield Problem("deletion_rules", "must be left out in a queue, since Kueue asks for shutdown_after_job_finishes=True")
    elif not fields.shutdown:
        yield Problem("shutdown_after_job_finishes", "must be True in a queue, else the cluster keeps its nodes when Kueue frees the quota")
    if fields.submission_mode == "K8sJobMode":
        if len(fields.workers) > _MOST_GROUPS_BESIDE_A_SUBMITTER:
            most = _MOST_GROUPS_BESIDE_A_SUBMITTER
            yield Problem(
                "workers", f"must be at most {most} groups in a queue in K8sJobMode, whose submitter counts too, got {len(fields.workers)}"
            )
        for index, group in enumerate(fields.workers):
            if group.group_name == _SUBMITTER_POD_SET:
                yield Problem(
                    f"workers[{index}].group_name", f'must not be "{_SUBMITTER_POD_SET}" in a queue, where the submitter has that name'
                )
