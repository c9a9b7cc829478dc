"""One object, as policies see it."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonObject, JsonValue
from tests.lint.reports import resource

JOB: JsonObject = {
    "apiVersion": "ray.io/v1",
    "kind": "RayJob",
    "metadata": {
        "name": "train",
        "namespace": "vision",
        "labels": {"kueue.x-k8s.io/queue-name": "default"},
        "annotations": {"example.com/owner": "vision"},
    },
    "spec": {"rayClusterSpec": {"headGroupSpec": {"template": {}}, "workerGroupSpecs": [{"groupName": "gpu"}]}},
}


def test_what_an_object_says() -> None:
    """Kind, name, labels, annotations, queue and spec are read."""
    job = resource(JOB)

    assert (job.kind, job.label, job.queue) == ("RayJob.ray.io", "RayJob/vision/train", "default")
    assert (job.labels, job.annotations) == ({"kueue.x-k8s.io/queue-name": "default"}, {"example.com/owner": "vision"})
    assert job.spec == JOB["spec"]
    assert [pod.role for pod in job.pod_templates] == ["head", "worker"]


def test_an_object_of_the_cluster() -> None:
    """Where there is no namespace or group, none is shown."""
    namespace = resource({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "vision"}})

    assert (namespace.kind, namespace.label) == ("Namespace", "Namespace//vision")


def test_what_is_missing_or_wrong_is_empty() -> None:
    """Policies need not ask whether a mapping is one: what its schema refuses reads as empty."""
    bare = resource({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "labels": [], "annotations": "b"}, "spec": None})

    assert (bare.labels, bare.annotations, bare.spec, bare.queue) == ({}, {}, {}, None)


@pytest.mark.parametrize("queue", ["", 1, None, ["default"]])
def test_what_names_no_queue(queue: JsonValue) -> None:
    """An empty label asks for no queue, and neither does what is no text."""
    body: JsonObject = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "labels": {"kueue.x-k8s.io/queue-name": queue}}}

    assert resource(body).queue is None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((), JOB),
        (("metadata", "name"), "train"),
        (("spec", "rayClusterSpec", "workerGroupSpecs", 0, "groupName"), "gpu"),
        (("spec", "rayClusterSpec", "workerGroupSpecs", 1), None),
        (("spec", "rayClusterSpec", "workerGroupSpecs", "groupName"), None),
        (("metadata", 0), None),
        (("metadata", "name", "x"), None),
    ],
)
def test_what_stands_at_a_path(path: tuple[str | int, ...], value: JsonValue) -> None:
    """A path that leads nowhere has nothing at its end."""
    assert resource(JOB).at(*path) == value


def test_two_files_may_hold_the_same() -> None:
    """An object is equal to itself alone."""
    assert resource(JOB) != resource(JOB)
