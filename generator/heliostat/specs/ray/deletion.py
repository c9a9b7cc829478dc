"""What is deleted when a job has ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import pairwise
from typing import Literal, TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.version_need import version_problems

DeletionPolicy: TypeAlias = Literal["DeleteCluster", "DeleteWorkers", "DeleteSelf", "DeleteNone"]

_MOST_IMPACT_LAST: tuple[DeletionPolicy, ...] = ("DeleteWorkers", "DeleteCluster", "DeleteSelf")


@arguments
class DeletionRule:
    """One step of the clean-up: `DeletionRule("DeleteCluster", job_status="SUCCEEDED", ttl_seconds=60)`.

    Args:
        policy: what is deleted: the workers, the cluster, the RayJob with all that it made, or nothing.
        job_status: how Ray's job ended. A job that ended before Ray had a status for it matches neither.
        job_deployment_status: the RayJob as a whole failed, whatever the reason (KubeRay 1.6 and later).
        ttl_seconds: seconds between the end and the deletion.
    """

    policy: DeletionPolicy = field(kw_only=False)
    job_status: Literal["SUCCEEDED", "FAILED"] | None = None
    job_deployment_status: Literal["Failed"] | None = None
    ttl_seconds: int = 0

    @property
    def condition(self) -> str:
        """What the rule waits for."""
        return self.job_status or f"deployment {self.job_deployment_status}"

    def check(self, targets: Targets) -> Iterator[Problem]:
        if (self.job_status is None) == (self.job_deployment_status is None):
            yield Problem("", "must have either a job_status or a job_deployment_status")
        if self.job_deployment_status is not None:
            yield from version_problems("job_deployment_status", "kuberay", "1.6", targets)
        if self.ttl_seconds < 0:
            yield Problem("ttl_seconds", f"must not be negative, got {self.ttl_seconds}")

    def wire(self) -> JsonObject:
        condition: JsonObject = {"ttlSeconds": self.ttl_seconds}
        if self.job_status is not None:
            condition["jobStatus"] = self.job_status
        if self.job_deployment_status is not None:
            condition["jobDeploymentStatus"] = self.job_deployment_status
        return {"policy": self.policy, "condition": condition}


def deletion_strategy(rules: Sequence[DeletionRule], on_success: DeletionPolicy | None, on_failure: DeletionPolicy | None) -> JsonObject:
    """Write `deletionStrategy`, empty when nothing was said."""
    body: JsonObject = {}
    if rules:
        written: list[JsonValue] = [rule.wire() for rule in rules]
        body["deletionRules"] = written
    if on_success is not None:
        body["onSuccess"] = {"policy": on_success}
    if on_failure is not None:
        body["onFailure"] = {"policy": on_failure}
    return body


def rule_problems(rules: Sequence[DeletionRule]) -> Iterator[Problem]:
    """Name rules that contradict each other (KubeRay 1.7 controllers/ray/utils/validation.go, validateDeletionRules)."""
    delays: dict[str, dict[DeletionPolicy, int]] = {}
    for index, rule in enumerate(rules):
        together = delays.setdefault(rule.condition, {})
        if rule.policy in together:
            yield Problem(f"deletion_rules[{index}]", f"must differ from the others, {rule.policy} is there twice for {rule.condition}")
        together.setdefault(rule.policy, rule.ttl_seconds)
    for condition, together in delays.items():
        ordered = [policy for policy in _MOST_IMPACT_LAST if policy in together]
        for earlier, later in pairwise(ordered):
            if together[earlier] > together[later]:
                yield Problem(
                    "deletion_rules",
                    f"must have {earlier} no later than {later} for {condition}, got {together[earlier]} and {together[later]} seconds",
                )
