"""Which pods stay when nodes are drained."""

from __future__ import annotations

from heliostat.manifests.canonical import canonical
from heliostat.schemas.store import schema_for
from heliostat.schemas.validate import validate
from heliostat.specs.object_spec import Part
from heliostat.specs.ray.disruption_budget import DisruptionBudget, disruption_budgets
from tests.specs.answers import TARGETS, told


def test_the_head_and_groups_have_budgets_of_their_own() -> None:
    """They count by minAvailable, the only way that Kubernetes knows for pods of an operator."""
    budget = DisruptionBudget(groups={"serve": 2})
    parts = disruption_budgets(budget, "llm", namespace="vision", pod_labels={"ray.io/cluster": "llm"}, labels={"owner": "vision"})

    def expected(name: str, least: int, selected: dict[str, str]) -> dict[str, object]:
        return {
            "apiVersion": "policy/v1",
            "kind": "PodDisruptionBudget",
            "metadata": {"name": name, "namespace": "vision", "labels": {"owner": "vision"}},
            "spec": {
                "minAvailable": least,
                "selector": {"matchLabels": {"ray.io/cluster": "llm", **selected}},
                "unhealthyPodEvictionPolicy": "AlwaysAllow",
            },
        }

    assert told(budget) == []
    assert parts == [
        Part("head-disruption-budget", expected("llm-head", 1, {"ray.io/node-type": "head"})),
        Part("workers-serve-disruption-budget", expected("llm-workers-serve", 2, {"ray.io/group": "serve"})),
    ]
    for part in parts:
        schema = schema_for("policy/v1", "PodDisruptionBudget", TARGETS)
        assert schema is not None
        assert validate(part.body, schema) == []
        assert canonical(part.body, schema.document) == part.body


def test_the_head_may_be_left_out() -> None:
    """Without namespace and labels none are written."""
    [part] = disruption_budgets(DisruptionBudget(head=False, groups={"a": 1}), "x", namespace=None, pod_labels={}, labels={})

    assert part.body["metadata"] == {"name": "x-workers-a"}


def test_a_budget_keeps_at_least_one_worker() -> None:
    """None would keep nothing."""
    assert told(DisruptionBudget(groups={"a": 0})) == ['groups["a"]: must be at least 1, got 0']
