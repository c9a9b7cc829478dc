"""Groups of workers and their size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import problems_of
from heliostat.specs.ray.ray_template import ClusterWide
from heliostat.specs.ray.worker_group import WorkerGroup, worker_group
from tests.specs.answers import DNS_LABEL, TARGETS, told


def group(name: str = "workers", **arguments: object) -> WorkerGroup:
    """A group with what every pod needs."""
    return WorkerGroup(name, cpu=1, memory="1Gi", **arguments)


def cluster(targets: Targets = TARGETS) -> ClusterWide:
    """A cluster that adds nothing."""
    return ClusterWide(targets=targets, image="i:1", ray_version="2.52.0", volumes={}, working_dir=None, pod_labels={}, scheduling_gates=())


@pytest.mark.parametrize(
    ("sized", "expected"),
    [
        (group(), (1, 1, 1)),
        (group(replicas=4), (4, 4, 4)),
        (group(replicas=0), (0, 0, 0)),
        (group(max_replicas=8), (0, 0, 8)),
        (group(min_replicas=2, max_replicas=8), (2, 2, 8)),
    ],
    ids=["one by default", "fixed", "none", "scaled from nothing", "scaled within bounds"],
)
def test_a_group_starts_at_its_lower_bound(sized: WorkerGroup, expected: tuple[int, int, int]) -> None:
    """A fixed group has its size for bounds, so that KubeRay starts what Kueue counts and nothing else."""
    written = worker_group(sized, cluster(), ports={})

    assert told(sized) == []
    assert (written["replicas"], written["minReplicas"], written["maxReplicas"]) == expected


def test_what_the_api_server_would_add_is_written() -> None:
    """What is in Git is what is stored; KubeRay 1.6 has no priority."""
    written = worker_group(group(num_of_hosts=2, max_replicas=1, idle_timeout_seconds=0, priority=5), cluster(), ports={"serve": 8000})
    older = worker_group(group(), cluster(Targets(kuberay="1.6.2")), ports={})

    assert written == {
        "groupName": "workers",
        "replicas": 0,
        "minReplicas": 0,
        "maxReplicas": 1,
        "numOfHosts": 2,
        "priority": 5,
        "idleTimeoutSeconds": 0,
        "rayStartParams": {},
        "template": {
            "spec": {
                "containers": [
                    {
                        "name": "ray-worker",
                        "image": "i:1",
                        "resources": {"limits": {"cpu": "1", "memory": "1Gi"}, "requests": {"cpu": "1", "memory": "1Gi"}},
                        "ports": [{"name": "serve", "containerPort": 8000, "protocol": "TCP"}],
                    }
                ],
                "restartPolicy": "Never",
            }
        },
    }
    assert "priority" not in older


@pytest.mark.parametrize(
    ("sized", "expected"),
    [
        (group(replicas=-1), "replicas: must be at least 0, got -1"),
        (group(num_of_hosts=0), "num_of_hosts: must be at least 1, got 0"),
        (group(max_replicas=2**31), "max_replicas: must be at most 2147483647, got 2147483648"),
        (
            group(replicas=1, max_replicas=2),
            "replicas: must be left out when max_replicas is given: the group starts with min_replicas and is then scaled",
        ),
        (group(min_replicas=1), "min_replicas: needs max_replicas; a group of fixed size takes replicas"),
        (group(min_replicas=3, max_replicas=2), "min_replicas: must be at most max_replicas, which is 2, got 3"),
        (group(max_replicas=1, idle_timeout_seconds=-1), "idle_timeout_seconds: must not be negative, got -1"),
        (group(idle_timeout_seconds=1), "idle_timeout_seconds: needs max_replicas, since only the autoscaler looks at it"),
        (group(priority=1), "priority: needs max_replicas, since only the autoscaler looks at it"),
        (group("A_b"), f"group_name: {DNS_LABEL}'A_b'"),
    ],
)
def test_sizes_that_kuberay_refuses_or_clamps_are_refused(sized: WorkerGroup, expected: str) -> None:
    """A number that would be changed silently is not taken."""
    assert told(sized) == [expected]


def test_priority_needs_its_version() -> None:
    """KubeRay 1.6 would drop it."""
    assert told(group(max_replicas=1, priority=1), Targets(kuberay="1.6.2")) == ["priority: needs KubeRay 1.7, the target is 1.6.2"]


SIZES = st.none() | st.integers(-1, 5)


@given(replicas=SIZES, min_replicas=SIZES, max_replicas=SIZES, hosts=st.integers(0, 3))
def test_a_size_that_is_taken_is_never_clamped(
    replicas: int | None, min_replicas: int | None, max_replicas: int | None, hosts: int
) -> None:
    """KubeRay starts clamp(replicas, minReplicas, maxReplicas) workers; that is what is written."""
    sized = group(replicas=replicas, min_replicas=min_replicas, max_replicas=max_replicas, num_of_hosts=hosts)
    if problems_of(sized, TARGETS):
        return
    written = worker_group(sized, cluster(), ports={})
    size, least, most = (int(str(written[key])) for key in ("replicas", "minReplicas", "maxReplicas"))

    assert 0 <= least <= size <= most
    assert size == least
