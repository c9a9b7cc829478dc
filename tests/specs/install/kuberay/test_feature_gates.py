"""Feature gates of KubeRay's operator, by version."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.install.kuberay.feature_gates import feature_gates
from heliostat.specs.install.kuberay.operator import KubeRayOperatorSpec
from tests.specs.answers import told

OF_1_6, OF_1_7 = Targets(kuberay="1.6.2"), Targets(kuberay="1.7.0")


def test_the_gates_that_the_chart_lists_are_always_set() -> None:
    """As they are by default in the version, unless they are given; others only when they are."""
    assert feature_gates({}, "1.6.2") == {
        "RayClusterStatusConditions": True,
        "RayJobDeletionPolicy": True,
        "RayMultiHostIndexing": True,
        "RayServiceIncrementalUpgrade": False,
        "RayCronJob": False,
    }
    assert list(feature_gates({"SidecarSubmitterRestart": True, "RayCronJob": True}, "1.7.0").items())[3:] == [
        ("RayServiceIncrementalUpgrade", True),
        ("RayCronJob", True),
        ("RayClusterMTLS", False),
        ("RayClusterNetworkPolicy", False),
        ("RayClusterHistoryServer", False),
        ("SidecarSubmitterRestart", True),
    ]


@pytest.mark.parametrize(
    ("gates", "targets", "problems"),
    [
        ({"RayCronJob": True, "AsyncJobInfoQuery": True}, OF_1_6, []),
        ({"GCSFaultToleranceEmbeddedStorage": True, "SidecarSubmitterRestart": True}, OF_1_7, []),
        ({"RayCronJobs": True}, OF_1_7, ['["RayCronJobs"]: is no feature gate of KubeRay 1.7, did you mean "RayCronJob"']),
        ({"Rust": True}, OF_1_7, ['["Rust"]: is no feature gate of KubeRay 1.7']),
        ({"RayClusterMTL": True}, OF_1_6, ['["RayClusterMTL"]: is no feature gate of KubeRay 1.6']),
        ({"RayClusterMTLS": False}, OF_1_6, ['["RayClusterMTLS"]: needs KubeRay 1.7, the target is 1.6.2']),
        (
            {"AsyncJobInfoQuery": False},
            OF_1_7,
            ['["AsyncJobInfoQuery"]: must be left out, since KubeRay 1.7 has removed it, the target is 1.7.0'],
        ),
        (
            {"SidecarSubmitterRestart": True},
            Targets(kubernetes="1.34.0"),
            ['["SidecarSubmitterRestart"]: needs Kubernetes 1.35, the target is 1.34.0'],
        ),
        ({"SidecarSubmitterRestart": False, "KubernetesWAS": False}, Targets(kubernetes="1.34.0"), []),
    ],
)
def test_gates_at_which_the_operator_exits_are_refused(gates: dict[str, bool], targets: Targets, problems: list[str]) -> None:
    """One that it does not know, whatever it is set to, and one that needs a newer Kubernetes."""
    spec = KubeRayOperatorSpec(namespace="kuberay-system", feature_gates=gates)

    assert told(spec, targets) == [f"feature_gates{problem}" for problem in problems]


def test_there_is_one_batch_scheduler() -> None:
    """Kubernetes' own is chosen by a gate, the others by name."""
    spec = KubeRayOperatorSpec(namespace="kuberay-system", feature_gates={"KubernetesWAS": True}, batch_scheduler="volcano")

    assert told(spec) == [
        'feature_gates["KubernetesWAS"]: needs Kubernetes 1.36, the target is 1.35.0',
        "batch_scheduler: must be left out with the feature gate KubernetesWAS, which is a batch scheduler too",
    ]
