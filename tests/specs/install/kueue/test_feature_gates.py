"""Feature gates of Kueue: which there are, and which combinations it refuses."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.install.kueue.feature_gates import effective_gates, feature_gate_problems, gates_of
from tests.specs.answers import TARGETS


def told(gates: dict[str, bool]) -> list[str]:
    return [f"{problem.argument}: {problem.message}" for problem in feature_gate_problems("gates", gates, TARGETS)]


def test_a_gate_is_as_the_version_has_it() -> None:
    """The last stage that the version has reached counts."""
    assert [gates_of(version)["ElasticJobsViaWorkloadSlices"].is_on for version in ("0.17.0", "0.19.2")] == [False, True]
    assert "ConcurrentAdmission" not in gates_of("0.17.0")
    assert gates_of("0.18.4")["LendingLimit"].is_locked
    assert gates_of("0.19.2")["LendingLimit"].stage == "removed"


@pytest.mark.parametrize(
    ("gates", "messages"),
    [
        ({"ConcurrentAdmission": True, "ObjectRetentionPolicies": True}, []),
        (
            {"ConcurentAdmission": True},
            ['gates["ConcurentAdmission"]: is no feature gate of Kueue 0.19, did you mean "ConcurrentAdmission"'],
        ),
        (
            {"LocalQueueDefaulting": True},
            ['gates["LocalQueueDefaulting"]: must be left out, since Kueue 0.19 has removed it, the target is 0.19.2'],
        ),
        (
            {"HierarchicalCohorts": False},
            ['gates["HierarchicalCohorts"]: must be True or left out, since Kueue 0.17 has locked it'],
        ),
        (
            {"UnadmittedWorkloadsExplicitStatus": True},
            [
                (
                    'gates["UnadmittedWorkloadsExplicitStatus"]: leaves UnadmittedWorkloadsExplicitStatus on with '
                    "UnadmittedWorkloadsObservability off, of which Kueue refuses the first"
                )
            ],
        ),
        (
            {"KueueDRAIntegration": False, "KueueDRAIntegrationPartitionableDevices": False},
            [
                (
                    'gates["KueueDRAIntegration"]: leaves KueueDRAIntegrationExtendedResource on with KueueDRAIntegration off, '
                    "of which Kueue refuses the first"
                )
            ],
        ),
    ],
    ids=["good", "misspelt", "removed", "locked", "needs another", "needed by another"],
)
def test_what_kueue_exits_at(gates: dict[str, bool], messages: list[str]) -> None:
    """Each gate is told once, with what to do."""
    assert told(gates) == messages


def test_a_gate_of_a_later_patch_says_which() -> None:
    """Kueue exits at it, though the next patch knows it."""
    found = feature_gate_problems("gates", {"TASCacheTopologyTree": True}, Targets(kueue="0.19.1"))

    assert [problem.message for problem in found] == ["needs Kueue 0.19.2, the target is 0.19.1"]


def test_all_of_a_stage_can_be_turned() -> None:
    """What is named by itself stays as it is named."""
    alpha = effective_gates({"AllAlpha": True, "ShortWorkloadNames": False}, "0.19.2")

    assert alpha["ConcurrentAdmission"]
    assert not alpha["ShortWorkloadNames"]
    assert not effective_gates({"AllBeta": False}, "0.19.2")["MultiKueue"]
    assert told({"AllBeta": False, "MultiKueue": True}) == []
    assert told({"AllBeta": False, "TASBalancedPlacement": True}) == [
        'gates["TASBalancedPlacement"]: leaves TASBalancedPlacement on with TopologyAwareScheduling off, of which Kueue refuses the first'
    ]
