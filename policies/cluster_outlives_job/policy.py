"""RayJobs whose cluster nobody takes away when they have ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heliostat.lint.policy import Edit, Fix, Problem, policy
from heliostat.lint.resource import Resource
from heliostat.lint.world import World
from heliostat.manifests.json_value import JsonObject, Path
from heliostat.schemas.structure import list_of, object_of

JOB_PATHS: Mapping[str, Path] = {"RayJob.ray.io": ("spec",), "RayCronJob.ray.io": ("spec", "jobTemplate")}
"""Where a kind describes its job."""


@policy(severity="warning", kinds=tuple(JOB_PATHS))
def check(resource: Resource, world: World) -> Iterator[Problem]:
    """Ask for the shutdown of every cluster that a job makes for itself, unless rules delete it."""
    path = JOB_PATHS[resource.kind]
    job = object_of(resource.at(*path))
    if "rayClusterSpec" not in job or job.get("clusterSelector") or job.get("shutdownAfterJobFinishes") is True:
        return
    if resource.queue is not None:
        reason = "and Kueue takes no job in a queue that does so"
    elif job.get("suspend") is True:
        reason = "and KubeRay takes no suspended job that does so"
    elif job.get("ttlSecondsAfterFinished"):
        reason = "and KubeRay takes no ttlSecondsAfterFinished of one that does so"
    elif job.get("submissionMode") == "InteractiveMode" or _is_deleted(job):
        return
    else:
        reason = "and its nodes with it"
    switch = (*path, "shutdownAfterJobFinishes")
    fix = None if job.get("deletionStrategy") else Fix("shut the cluster down", [Edit(switch, True)])
    yield Problem(f"keeps its cluster after the job has finished, {reason}", switch, fix)


def _is_deleted(job: JsonObject) -> bool:
    """Tell whether a deletion strategy takes the cluster away, be it by deleting the job itself."""
    strategy = object_of(job.get("deletionStrategy"))
    said = [*list_of(strategy.get("deletionRules")), strategy.get("onSuccess"), strategy.get("onFailure")]
    return any(object_of(rule).get("policy") in ("DeleteCluster", "DeleteSelf") for rule in said)
