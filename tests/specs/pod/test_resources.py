"""Requests and limits of a container."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.specs.amount import Amount, amount
from heliostat.specs.arguments import Problem
from heliostat.specs.pod.resources import resource_problems, resources_json

OWN: Mapping[str, Amount] = {"cpu": 4, "memory": "16Gi", "nvidia.com/gpu": 1}


def test_requests_equal_limits() -> None:
    """One amount is both, spelled as it is stored."""
    assert resources_json({"cpu": "4000m", "memory": "16384Mi"}, {"rdma/hca": 1}, {}) == {
        "limits": {"cpu": "4", "memory": "16Gi", "rdma/hca": "1"},
        "requests": {"cpu": "4", "memory": "16Gi", "rdma/hca": "1"},
    }


def test_a_limit_can_be_taken_away_and_a_request_set_apart() -> None:
    """The request for what has no limit stays."""
    assert resources_json({"cpu": 4, "memory": "16Gi"}, {"cpu": None}, {"memory": "8Gi"}) == {
        "limits": {"memory": "16Gi"},
        "requests": {"cpu": "4", "memory": "8Gi"},
    }


def test_no_amounts_make_no_resources() -> None:
    """A container without arguments for them has none."""
    assert resources_json({}, {}, {}) == {}


@pytest.mark.parametrize(
    ("limits", "requests", "argument", "message"),
    [
        ({"b a d": 1}, {}, 'limits["b a d"]', None),
        ({}, {"cpu": -1}, 'requests["cpu"]', "must not be negative, got -1"),
        ({}, {"memory": "8"}, 'requests["memory"]', "must be a quantity with its unit, such as 16Gi; '8' is 8 bytes"),
        ({"cpu": 8}, {}, 'limits["cpu"]', "must be left out or None, since cpu is given as 4"),
        ({"rdma/hca": None}, {}, 'limits["rdma/hca"]', "must be an amount; only the limit on cpu or memory can be taken away"),
        ({"nvidia.com/gpu": None}, {}, 'limits["nvidia.com/gpu"]', "must be an amount; only the limit on cpu or memory can be taken away"),
        ({}, {"cpu": 5}, 'requests["cpu"]', "must be at most the limit, which is 4, got 5"),
        ({}, {"rdma/hca": 1}, 'requests["rdma/hca"]', "must stand in limits, since it cannot be requested without a limit"),
        ({}, {"nvidia.com/gpu": 0}, 'requests["nvidia.com/gpu"]', "must equal the limit, which is 1, since a device is not shared, got 0"),
        (
            {"hugepages-2Mi": "4Mi"},
            {"hugepages-2Mi": "2Mi"},
            'requests["hugepages-2Mi"]',
            "must equal the limit, which is '4Mi', since a device is not shared, got '2Mi'",
        ),
    ],
)
def test_what_kubernetes_refuses_is_refused(
    limits: Mapping[str, Amount | None], requests: Mapping[str, Amount], argument: str, message: str | None
) -> None:
    """A request is at most its limit, and a device is requested whole."""
    [problem] = resource_problems(OWN, limits, requests)

    assert problem.argument == argument
    assert message is None or problem.message == message


def test_a_resource_needs_the_name_of_one() -> None:
    """Names of resources are label keys."""
    assert list(resource_problems({}, {}, {"/": 1})) == [
        Problem('requests["/"]', 'must be a key such as "pool" or "nvidia.com/gpu", its last part at most 63 characters, got \'/\'')
    ]


AMOUNTS = st.one_of(st.integers(0, 64), st.sampled_from(["500m", "1Gi", "2048Mi", "3G"]))


@given(
    own=st.dictionaries(st.sampled_from(["cpu", "memory", "nvidia.com/gpu"]), AMOUNTS),
    limits=st.dictionaries(st.sampled_from(["cpu", "rdma/hca", "ephemeral-storage"]), st.none() | AMOUNTS),
    requests=st.dictionaries(st.sampled_from(["cpu", "memory", "rdma/hca"]), AMOUNTS),
)
def test_what_is_not_refused_never_requests_more_than_its_limit(
    own: dict[str, Amount], limits: dict[str, Amount | None], requests: dict[str, Amount]
) -> None:
    """Kubernetes takes whatever this lets through."""
    if list(resource_problems(own, limits, requests)):
        return
    written = resources_json(own, limits, requests)
    limited, requested = written.get("limits", {}), written.get("requests", {})
    assert isinstance(limited, dict)
    assert isinstance(requested, dict)

    assert set(limited) <= set(requested)
    assert all(amount(str(requested[name])) <= amount(str(limited[name])) for name in limited)
    assert all(requested[name] == limited[name] for name in requested if "/" in name)
