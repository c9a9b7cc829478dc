"""LocalQueue: what is written, what is refused."""

from __future__ import annotations

import pytest

from heliostat.specs.kueue.local_queue import LocalQueueSpec
from tests.specs.answers import DNS_SUBDOMAIN, LABEL_VALUE, Thing, body, told


def test_what_is_not_given_is_written_as_kueue_stores_it() -> None:
    """The stop policy stands in the manifest, the namespace only where it is given."""
    assert body(LocalQueueSpec(cluster_queue="research"), "default") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "LocalQueue",
        "metadata": {"name": "default"},
        "spec": {"clusterQueue": "research", "stopPolicy": "None"},
    }


def test_every_argument_is_written() -> None:
    """The queue may be given as the construct."""
    spec = LocalQueueSpec(
        namespace="vision",
        cluster_queue=Thing("ClusterQueue", "research"),
        stop_policy="HoldAndDrain",
        fair_sharing_weight=1.5,
        overrides={"spec": {"stopPolicy": "Hold"}},
    )

    assert body(spec, "default") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "LocalQueue",
        "metadata": {"name": "default", "namespace": "vision"},
        "spec": {"clusterQueue": "research", "stopPolicy": "Hold", "fairSharing": {"weight": "1500m"}},
    }


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (
            LocalQueueSpec(cluster_queue="research", name="q" * 64),
            [f"name: {LABEL_VALUE}'{'q' * 64}' (64 characters)"],
        ),
        (LocalQueueSpec(cluster_queue="research", name="Default"), [f"name: {DNS_SUBDOMAIN}'Default'"]),
        (LocalQueueSpec(cluster_queue=""), [f"cluster_queue: {DNS_SUBDOMAIN}''"]),
        (LocalQueueSpec(), ["cluster_queue: is missing"]),
        (LocalQueueSpec(cluster_queue="research", fair_sharing_weight=-1), ["fair_sharing_weight: must not be negative, got -1"]),
    ],
    ids=["a name that no label holds", "a name that is none", "a queue that is no name", "no queue", "a weight"],
)
def test_what_cannot_work_as_a_queue_is_refused(spec: LocalQueueSpec, expected: list[str]) -> None:
    """A longer name is legal for Kueue, but no workload could ask for the queue."""
    assert told(spec) == expected
