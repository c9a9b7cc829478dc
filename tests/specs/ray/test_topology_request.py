"""What pods ask of Kueue's topology-aware scheduling."""

from __future__ import annotations

import pytest

from heliostat.specs.arguments import Problem
from heliostat.specs.ray.topology_request import Asking, TopologyRequest, topology_problems
from tests.specs.answers import told

RACK = "cloud.provider/rack"


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (TopologyRequest(RACK, group_name="g"), {"podset-required-topology": RACK, "podset-group-name": "g"}),
        (TopologyRequest(preferred=RACK), {"podset-preferred-topology": RACK}),
        (TopologyRequest(unconstrained=True), {"podset-unconstrained-topology": "true"}),
        (
            TopologyRequest(slice_required=RACK, slice_size=4),
            {"podset-slice-required-topology": RACK, "podset-slice-size": "4"},
        ),
    ],
)
def test_the_request_is_annotations_of_the_pods(request_: TopologyRequest, expected: dict[str, str]) -> None:
    """Kueue reads them off the pod templates."""
    assert told(request_) == []
    assert request_.annotations() == {f"kueue.x-k8s.io/{key}": value for key, value in expected.items()}


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (TopologyRequest(RACK, preferred=RACK), ": must have only one of required, preferred and unconstrained"),
        (TopologyRequest(slice_size=4), ": must have both slice_required and slice_size, or neither"),
        (TopologyRequest(slice_required=RACK, slice_size=0), "slice_size: must be at least 1, got 0"),
        (TopologyRequest(RACK, group_name="1"), "group_name: must not be a number, got '1'"),
        (TopologyRequest(group_name="g"), "group_name: needs required or preferred"),
        (
            TopologyRequest(RACK, group_name="g", slice_required=RACK, slice_size=1),
            "group_name: must be left out when slice_required is given",
        ),
        (
            TopologyRequest("a b"),
            'required: must be a key such as "pool" or "nvidia.com/gpu", its last part at most 63 characters, got \'a b\'',
        ),
    ],
)
def test_what_kueue_refuses_is_refused(request_: TopologyRequest, expected: str) -> None:
    """The same conditions as its webhooks have."""
    assert told(request_) == [expected]


GROUPED = TopologyRequest(RACK, group_name="g")


@pytest.mark.parametrize(
    ("askings", "message"),
    [
        ([Asking("a", GROUPED, 1)], 'must be that of exactly two, head or worker groups, "g" is that of 1'),
        ([Asking(name, GROUPED, 1) for name in "abc"], 'must be that of exactly two, head or worker groups, "g" is that of 3'),
        ([Asking("a", GROUPED, 2), Asking("b", GROUPED, 3)], 'must be that of a single pod and others, "g" is that of 2 and 3'),
        (
            [Asking("a", GROUPED, 1), Asking("b", TopologyRequest(preferred=RACK, group_name="g"), 3)],
            'must stand with the same level, required or preferred, in both of "g"',
        ),
    ],
)
def test_a_group_is_a_single_pod_and_others_that_ask_alike(askings: list[Asking], message: str) -> None:
    """Every member is told, since any of them may be the wrong one."""
    assert list(topology_problems(askings)) == [Problem(f"{asking.argument}.topology.group_name", message) for asking in askings]
