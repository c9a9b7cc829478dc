"""Names, labels and annotations of Ray objects."""

from __future__ import annotations

import pytest

from heliostat.specs.arguments import Problem
from heliostat.specs.ray.ray_object import metadata_problems, name_problems

SYNTAX = 'must be lower-case letters, digits and "-", with a letter first and no "-" last, got '


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a" * 53, None),
        ("a-1", None),
        ("a" * 54, f"must be at most 53 characters, since KubeRay appends to it, got {'a' * 54!r} (54 characters)"),
        ("1a", f"{SYNTAX}'1a'"),
        ("a.b", f"{SYNTAX}'a.b'"),
        ("A", f"{SYNTAX}'A'"),
        ("a-", f"{SYNTAX}'a-'"),
        ("", f"{SYNTAX}''"),
    ],
)
def test_names_leave_room_for_what_kuberay_appends(name: str, expected: str | None) -> None:
    """The name of a Service begins with a letter, so must the cluster's."""
    assert list(name_problems(name, 53)) == ([] if expected is None else [Problem("name", expected)])


def test_labels_and_annotations_that_are_arguments_are_refused() -> None:
    """An argument also checks what goes with it."""
    labels = {"kueue.x-k8s.io/queue-name": "q", "owner": "vision"}
    annotations = {"kueue.x-k8s.io/queue-name": "q", "ray.io/ft-enabled": "true", "note": "x"}

    assert list(metadata_problems(labels, annotations)) == [
        Problem('labels["kueue.x-k8s.io/queue-name"]', "must be given as queue=…"),
        Problem('annotations["kueue.x-k8s.io/queue-name"]', "must be given as queue=…, which Kueue reads as a label only"),
        Problem('annotations["ray.io/ft-enabled"]', "must be given as gcs_fault_tolerance=RedisFaultTolerance(…)"),
    ]
