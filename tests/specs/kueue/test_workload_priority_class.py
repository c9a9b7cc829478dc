"""WorkloadPriorityClass: what is written, what is refused."""

from __future__ import annotations

from heliostat.specs.kueue.workload_priority_class import WorkloadPriorityClassSpec
from tests.specs.answers import body, told


def test_value_and_description_stand_beside_the_metadata() -> None:
    """This kind has no spec."""
    assert body(WorkloadPriorityClassSpec(value=0), "low") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "WorkloadPriorityClass",
        "metadata": {"name": "low"},
        "value": 0,
    }
    assert body(WorkloadPriorityClassSpec(value=1000, description="training for a release"), "high") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "WorkloadPriorityClass",
        "metadata": {"name": "high"},
        "value": 1000,
        "description": "training for a release",
    }


def test_what_kueue_refuses_of_a_priority_class_is_refused() -> None:
    """A value of more than 32 bits, a description of more than 2048 characters, a namespace."""
    assert told(WorkloadPriorityClassSpec(value=-(2**31) - 1, description="x" * 2049, namespace="ml")) == [
        "namespace: must be left out, the object belongs to the whole cluster, got 'ml'",
        "value: must be a whole number of 32 bits, from -2147483648 to 2147483647, got -2147483649",
        "description: must be at most 2048 characters, got 2049",
    ]
    assert told(WorkloadPriorityClassSpec()) == ["value: is missing"]
