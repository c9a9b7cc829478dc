"""Topology: what is written, what is refused."""

from __future__ import annotations

import pytest

from heliostat.specs.kueue.topology import TopologySpec
from tests.specs.answers import body, told

HOST = "kubernetes.io/hostname"


def test_levels_are_written_in_order() -> None:
    """From the widest place to the narrowest."""
    assert body(TopologySpec(levels=["example.com/block", "example.com/rack", HOST]), "racks") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "Topology",
        "metadata": {"name": "racks"},
        "spec": {"levels": [{"nodeLabel": "example.com/block"}, {"nodeLabel": "example.com/rack"}, {"nodeLabel": HOST}]},
    }


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        ([], ["levels: must be 1 to 16 node labels, got 0"]),
        ([f"l{index}" for index in range(17)], ["levels: must be 1 to 16 node labels, got 17"]),
        ([HOST, "rack"], [f"levels[0]: must be the last level, as {HOST} is the narrowest place"]),
        (["rack", "rack"], ["levels[1]: names the label 'rack' a second time"]),
        (["a b"], ['levels[0]: must be a key such as "pool" or "nvidia.com/gpu", its last part at most 63 characters, got \'a b\'']),
        ("rack", ["levels: must be a list, got 'rack'"]),
    ],
    ids=["none", "too many", "hosts above racks", "one twice", "no label", "text"],
)
def test_what_kueue_refuses_of_levels_is_refused(levels: list[str], expected: list[str]) -> None:
    """Every rule of the CRD that arguments can break is told, with what was given."""
    assert told(TopologySpec(levels=levels)) == expected
