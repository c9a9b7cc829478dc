"""Names are held against the rule of their kind."""

from __future__ import annotations

import pytest

from heliostat.manifests.object_name import object_name_fault

RBAC = "rbac.authorization.k8s.io"


@pytest.mark.parametrize(
    ("group", "kind", "name"),
    [
        ("", "ConfigMap", "train.v2-0"),
        ("ray.io", "RayCluster", "a" * 253),
        ("", "Namespace", "9-lives"),
        ("", "Service", "train-head-svc"),
        ("batch", "CronJob", "a" * 52),
        (RBAC, "ClusterRole", "system:node"),
        (RBAC, "RoleBinding", "Team A's own"),
    ],
)
def test_accepted(group: str, kind: str, name: str) -> None:
    """What the API server takes is taken."""
    assert object_name_fault(group, kind, name) is None


@pytest.mark.parametrize(
    ("group", "kind", "name", "fault"),
    [
        ("", "ConfigMap", "Train", "must be at most 253 lower-case"),
        ("ray.io", "RayCluster", "a" * 254, "must be at most 253 lower-case"),
        ("", "Namespace", "team.vision", "must be at most 63 lower-case"),
        (
            "",
            "Service",
            "9-lives",
            'must be at most 63 lower-case letters, digits and "-", with a letter first and no "-" last, got \'9-lives\'',
        ),
        ("batch", "CronJob", "a" * 53, "must be at most 52 characters, got 53"),
        ("batch", "CronJob", "Nightly", "must be at most 253 lower-case"),
        (RBAC, "Role", "a/b", 'must be neither "." nor "..", without "/" and "%", got \'a/b\''),
        (RBAC, "Role", "..", "must be neither"),
    ],
)
def test_refused(group: str, kind: str, name: str, fault: str) -> None:
    """What it refuses is refused, saying what is expected."""
    found = object_name_fault(group, kind, name)

    assert found is not None
    assert found.startswith(fault)
