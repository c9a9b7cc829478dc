"""MultiKueueConfig: what is written, what is refused."""

from __future__ import annotations

import pytest

from heliostat.specs.kueue.multi_kueue_config import MultiKueueConfigSpec
from tests.specs.answers import Thing, body, told


def test_clusters_are_written_in_order() -> None:
    """They may be given as constructs."""
    assert body(MultiKueueConfigSpec(clusters=[Thing("MultiKueueCluster", "west"), "east"], quota_management="Manual"), "regions") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "MultiKueueConfig",
        "metadata": {"name": "regions"},
        "spec": {"clusters": ["west", "east"], "quotaManagement": "Manual"},
    }
    assert body(MultiKueueConfigSpec(clusters=["east"]))["spec"] == {"clusters": ["east"]}


@pytest.mark.parametrize(
    ("clusters", "expected"),
    [
        ([], ["clusters: must be 1 to 20 clusters, got 0"]),
        ([f"c{index}" for index in range(21)], ["clusters: must be 1 to 20 clusters, got 21"]),
        (
            ["east", Thing("MultiKueueCluster", "east"), ""],
            [
                'clusters[1]: names the cluster "east" a second time',
                "clusters[2]: must be a name of 1 to 256 characters, got ''",
            ],
        ),
    ],
    ids=["none", "too many", "one twice and one without a name"],
)
def test_what_kueue_refuses_of_clusters_is_refused(clusters: list, expected: list[str]) -> None:
    """Every rule of the CRD that arguments can break is told, with what was given."""
    assert told(MultiKueueConfigSpec(clusters=clusters)) == expected
