"""MultiKueueCluster: one of three ways to reach it."""

from __future__ import annotations

import pytest

from heliostat.specs.kueue.multi_kueue_cluster import MultiKueueClusterSpec
from tests.specs.answers import body, told


@pytest.mark.parametrize(
    ("given", "source"),
    [
        ({"kube_config_secret": "east"}, {"kubeConfig": {"location": "east", "locationType": "Secret"}}),
        ({"kube_config_path": "/etc/east"}, {"kubeConfig": {"location": "/etc/east", "locationType": "Path"}}),
        ({"cluster_profile": "east"}, {"clusterProfileRef": {"name": "east"}}),
    ],
)
def test_each_way_to_reach_a_cluster_is_written(given: dict, source: dict) -> None:
    """The kind of location is written, as Kueue stores it."""
    assert body(MultiKueueClusterSpec(**given), "east") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "MultiKueueCluster",
        "metadata": {"name": "east"},
        "spec": {"clusterSource": source},
    }


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, [": needs exactly one of kube_config_secret, kube_config_path, cluster_profile, got none"]),
        (
            {"kube_config_secret": "a", "cluster_profile": ""},
            [
                ": needs exactly one of kube_config_secret, kube_config_path, cluster_profile, got kube_config_secret, cluster_profile",
                "cluster_profile: must be of 1 to 256 characters, got ''",
            ],
        ),
    ],
    ids=["none", "two"],
)
def test_no_way_and_two_ways_are_refused(given: dict, expected: list[str]) -> None:
    """The CRD wants exactly one."""
    assert told(MultiKueueClusterSpec(**given)) == expected
