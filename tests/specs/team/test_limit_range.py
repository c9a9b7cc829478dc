"""LimitRange: written with what the API server adds, refused for what it refuses."""

from __future__ import annotations

import pytest

from heliostat.specs.team.limit_range import LimitRangeItem, limit_range
from tests.specs.answers import told

COMPUTE = "must be cpu, memory, ephemeral-storage or an extended resource such as nvidia.com/gpu"


def test_the_object() -> None:
    """One item for each kind of consumer."""
    items = [LimitRangeItem("PersistentVolumeClaim", max={"storage": "1024Gi"}), LimitRangeItem("Pod", max={"nvidia.com/gpu": 8})]

    assert limit_range("vision", "ml", items) == {
        "apiVersion": "v1",
        "kind": "LimitRange",
        "metadata": {"name": "vision", "namespace": "ml"},
        "spec": {"limits": [{"type": "PersistentVolumeClaim", "max": {"storage": "1Ti"}}, {"type": "Pod", "max": {"nvidia.com/gpu": "8"}}]},
    }


@pytest.mark.parametrize(
    ("item", "body"),
    [
        (
            LimitRangeItem(max={"cpu": 8}, min={"memory": "1Gi"}, max_limit_request_ratio={"cpu": 2}),
            {
                "type": "Container",
                "max": {"cpu": "8"},
                "min": {"memory": "1Gi"},
                "default": {"cpu": "8"},
                "defaultRequest": {"memory": "1Gi", "cpu": "8"},
                "maxLimitRequestRatio": {"cpu": "2"},
            },
        ),
        (
            LimitRangeItem(default={"cpu": 1, "memory": "2Gi"}, default_request={"cpu": 0.5}),
            {
                "type": "Container",
                "default": {"cpu": "1", "memory": "2Gi"},
                "defaultRequest": {"cpu": "500m", "memory": "2Gi"},
            },
        ),
        (LimitRangeItem(), {"type": "Container"}),
    ],
    ids=["bounds become defaults", "a default limit becomes the default request", "nothing"],
)
def test_defaults_are_written_as_the_api_server_completes_them(item: LimitRangeItem, body: dict) -> None:
    """A maximum is the default limit, a default limit the default request, else the minimum is."""
    assert item.wire() == body


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (
            LimitRangeItem(min={"cpu": 4}, default_request={"cpu": 3}, default={"cpu": 2}, max={"cpu": 1}),
            [
                'min["cpu"]: must be at most default_request, which is 3, got 4',
                'min["cpu"]: must be at most default, which is 2, got 4',
                'min["cpu"]: must be at most max, which is 1, got 4',
                'default_request["cpu"]: must be at most default, which is 2, got 3',
                'default_request["cpu"]: must be at most max, which is 1, got 3',
                'default["cpu"]: must be at most max, which is 1, got 2',
            ],
        ),
        (
            LimitRangeItem(default={"nvidia.com/gpu": 2}, default_request={"nvidia.com/gpu": 1}),
            ['default_request["nvidia.com/gpu"]: must equal the default limit, which is 2, got 1'],
        ),
        (
            LimitRangeItem("Pod", default={"cpu": 1}, default_request={"cpu": 1}),
            [
                "default: goes with the type Container, got the type Pod",
                "default_request: goes with the type Container, got the type Pod",
            ],
        ),
        (
            LimitRangeItem("PersistentVolumeClaim"),
            [": must give min or max of storage for the type PersistentVolumeClaim"],
        ),
        (LimitRangeItem(max_limit_request_ratio={"cpu": "500m"}), ["max_limit_request_ratio[\"cpu\"]: must be at least 1, got '500m'"]),
        (
            LimitRangeItem(min={"cpu": 2}, max={"cpu": 4}, max_limit_request_ratio={"cpu": 3}),
            ['max_limit_request_ratio["cpu"]: must be at most max divided by min, which is 2, got 3'],
        ),
        (
            LimitRangeItem(max={"gpu": 1, "memory": "lots"}, min={"storage": -1}),
            [
                f'min["storage"]: {COMPUTE}',
                'min["storage"]: must not be negative, got -1',
                f'max["gpu"]: {COMPUTE}, did you mean "nvidia.com/gpu"',
                'max["memory"]: must be a quantity: \'lots\' is not a quantity such as "4", "500m" or "16Gi"',
            ],
        ),
    ],
    ids=["order", "GPUs cannot be overcommitted", "defaults of pods", "claims", "a ratio below 1", "a ratio beyond the bounds", "amounts"],
)
def test_what_the_api_server_refuses_of_an_item_is_refused(item: LimitRangeItem, expected: list[str]) -> None:
    """Every rule of ValidateLimitRange that arguments can break is told, with what was given."""
    assert told(item) == expected
