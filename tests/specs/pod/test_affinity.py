"""Affinity and spread."""

from __future__ import annotations

import pytest

from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.pod.affinity import (
    Affinity,
    NodeAffinity,
    NodeRequirement,
    NodeSelectorTerm,
    PodAffinity,
    PodAffinityTerm,
    PreferredNodes,
    PreferredPods,
    TopologySpread,
)
from heliostat.specs.wire import wire
from tests.specs.answers import told

HOSTNAME = "kubernetes.io/hostname"


def test_affinity_is_written_under_the_long_names_of_kubernetes() -> None:
    """Required terms of nodes are alternatives in a list of their own, those of pods are not."""
    zone = NodeSelectorTerm([NodeRequirement("zone", "In", ["a"])])
    term = PodAffinityTerm(HOSTNAME, label_selector=LabelSelector({"app": "x"}), match_label_keys=["v"])
    affinity = Affinity(
        node_affinity=NodeAffinity(required=[zone], preferred=[PreferredNodes(zone, weight=5)]),
        pod_affinity=PodAffinity(required=[term]),
        pod_anti_affinity=PodAffinity(preferred=[PreferredPods(term)]),
    )

    written_zone = {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a"]}]}
    written_term = {"topologyKey": HOSTNAME, "labelSelector": {"matchLabels": {"app": "x"}}, "matchLabelKeys": ["v"]}
    expected = {
        "nodeAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [written_zone]},
            "preferredDuringSchedulingIgnoredDuringExecution": [{"preference": written_zone, "weight": 5}],
        },
        "podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [written_term]},
        "podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"podAffinityTerm": written_term, "weight": 1}]},
    }

    assert told(affinity) == []
    assert wire(affinity) == expected


def test_spread_is_written_with_what_kubernetes_requires() -> None:
    """The skew and what happens when it cannot be kept have no default upstream."""
    assert wire(TopologySpread("zone")) == {"topologyKey": "zone", "maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule"}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (NodeRequirement("zone", "In"), "values: must be given with the operator In"),
        (NodeRequirement("zone", "Exists", ["a"]), "values: must be left out with the operator Exists"),
        (PreferredNodes(NodeSelectorTerm(), weight=0), "weight: must be from 1 to 100, got 0"),
        (PreferredPods(PodAffinityTerm(HOSTNAME), weight=101), "weight: must be from 1 to 100, got 101"),
        (TopologySpread("zone", max_skew=0), "max_skew: must be at least 1, got 0"),
        (
            TopologySpread("zone", min_domains=2, when_unsatisfiable="ScheduleAnyway"),
            'min_domains: needs when_unsatisfiable="DoNotSchedule"',
        ),
    ],
)
def test_what_kubernetes_refuses_is_refused(arguments: object, expected: str) -> None:
    """Operators, weights and skews have their conditions."""
    assert told(arguments) == [expected]
