"""Rules about what is deleted after a job agree with each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pytest

from heliostat.specs.ray.deletion import DeletionPolicy, DeletionRule, rule_problems
from tests.specs.answers import told


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (DeletionRule("DeleteCluster"), ": must have either a job_status or a job_deployment_status"),
        (
            DeletionRule("DeleteCluster", job_status="FAILED", job_deployment_status="Failed"),
            ": must have either a job_status or a job_deployment_status",
        ),
        (DeletionRule("DeleteCluster", job_status="FAILED", ttl_seconds=-1), "ttl_seconds: must not be negative, got -1"),
    ],
)
def test_a_rule_waits_for_one_thing(rule: DeletionRule, expected: str) -> None:
    """The API takes exactly one condition, and a delay."""
    assert told(rule) == [expected]


def _rule(policy: DeletionPolicy, ttl_seconds: int, status: Literal["SUCCEEDED", "FAILED"] = "SUCCEEDED") -> DeletionRule:
    return DeletionRule(policy, job_status=status, ttl_seconds=ttl_seconds)


def _after_failure(policy: DeletionPolicy, ttl_seconds: int) -> DeletionRule:
    return DeletionRule(policy, job_deployment_status="Failed", ttl_seconds=ttl_seconds)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([_rule("DeleteWorkers", 0), _rule("DeleteCluster", 0), _rule("DeleteSelf", 9)], []),
        ([_rule("DeleteCluster", 5), _rule("DeleteCluster", 1, "FAILED"), _after_failure("DeleteWorkers", 3)], []),
        ([_rule("DeleteNone", 9), _rule("DeleteWorkers", 1)], []),
        (
            [_rule("DeleteCluster", 1), _rule("DeleteCluster", 2)],
            [("deletion_rules[1]", "must differ from the others, DeleteCluster is there twice for SUCCEEDED")],
        ),
        (
            [_rule("DeleteSelf", 1), _rule("DeleteWorkers", 2)],
            [("deletion_rules", "must have DeleteWorkers no later than DeleteSelf for SUCCEEDED, got 2 and 1 seconds")],
        ),
        (
            [_after_failure("DeleteCluster", 3), _after_failure("DeleteSelf", 2)],
            [("deletion_rules", "must have DeleteCluster no later than DeleteSelf for deployment Failed, got 3 and 2 seconds")],
        ),
    ],
)
def test_what_goes_first_is_what_matters_least(rules: Sequence[DeletionRule], expected: list[tuple[str, str]]) -> None:
    """For each condition a policy stands once, and workers go before the cluster, and that before the job."""
    assert [(problem.argument, problem.message) for problem in rule_problems(rules)] == expected
