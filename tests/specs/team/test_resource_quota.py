"""ResourceQuota: what is written, what is refused."""

from __future__ import annotations

from heliostat.specs.team.resource_quota import resource_quota, resource_quota_problems
from tests.specs.answers import LABEL_KEY


def test_amounts_are_canonical_text() -> None:
    """Counts and amounts alike."""
    assert resource_quota("vision", "ml", {"pods": 100, "requests.memory": "1024Gi", "count/rayjobs.ray.io": "5"}) == {
        "apiVersion": "v1",
        "kind": "ResourceQuota",
        "metadata": {"name": "vision", "namespace": "ml"},
        "spec": {"hard": {"pods": "100", "requests.memory": "1Ti", "count/rayjobs.ray.io": "5"}},
    }


def test_what_the_api_server_refuses_is_refused() -> None:
    """Resources that are not counted, and amounts that are none."""
    hard = {
        "requests.nvidia.com/gpu": 8,
        "hugepages-2Mi": "1Gi",
        "request.cpu": 1,
        "gpus": 1,
        "mem": 1,
        "a b": 1,
        "pods": -1,
        "secrets": "few",
    }
    counted = 'must be a resource that Kubernetes counts, such as "pods" or "requests.nvidia.com/gpu"'

    assert [f"{problem.argument}: {problem.message}" for problem in resource_quota_problems("resource_quota", hard)] == [
        f'resource_quota["request.cpu"]: {counted}, did you mean "requests.cpu"',
        f'resource_quota["gpus"]: {counted}, did you mean "requests.nvidia.com/gpu"',
        f'resource_quota["mem"]: {counted}, did you mean "memory"',
        f"resource_quota[\"a b\"]: is not the name of a resource: {LABEL_KEY}'a b'",
        'resource_quota["pods"]: must not be negative, got -1',
        'resource_quota["secrets"]: must be a quantity: \'few\' is not a quantity such as "4", "500m" or "16Gi"',
    ]
