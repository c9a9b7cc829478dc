"""The roles of a team's namespace, and who has them."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.team.access import Subject, role_bindings, roles
from heliostat.specs.team.team import TeamSpec
from tests.specs.answers import DNS_LABEL, DNS_SUBDOMAIN, bodies, told

READ = ["get", "list", "watch"]
WRITE = ["create", "delete", "patch", "update"]
RAY = ["rayclusters", "raycronjobs", "rayjobs", "rayservices"]
SEEN = ["configmaps", "events", "limitranges", "persistentvolumeclaims", "pods", "resourcequotas", "services"]
VIEW = [
    {"apiGroups": ["ray.io"], "resources": RAY, "verbs": READ},
    {"apiGroups": ["kueue.x-k8s.io"], "resources": ["localqueues", "workloads"], "verbs": READ},
    {"apiGroups": ["visibility.kueue.x-k8s.io"], "resources": ["localqueues/pendingworkloads"], "verbs": READ},
    {"apiGroups": [""], "resources": SEEN, "verbs": READ},
    {"apiGroups": [""], "resources": ["pods/log"], "verbs": ["get"]},
    {"apiGroups": ["batch"], "resources": ["jobs"], "verbs": READ},
]


def test_the_roles_of_a_namespace() -> None:
    """A viewer sees why something waits and fails; a submitter also runs Ray and reaches its dashboard."""
    assert roles("vision", Targets()) == [
        {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "Role",
            "metadata": {"name": "ray-submitter", "namespace": "vision"},
            "rules": [
                *VIEW,
                {"apiGroups": ["ray.io"], "resources": RAY, "verbs": WRITE},
                {"apiGroups": [""], "resources": ["configmaps"], "verbs": WRITE},
                {"apiGroups": [""], "resources": ["pods/portforward"], "verbs": ["create", "get"]},
            ],
        },
        {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "Role",
            "metadata": {"name": "ray-viewer", "namespace": "vision"},
            "rules": VIEW,
        },
    ]


def test_nobody_may_give_themselves_quota_or_read_secrets() -> None:
    """Queues, quotas, limits, roles and borders are read at most; Secrets not even that."""
    kept = {"localqueues", "workloads", "resourcequotas", "limitranges", "roles", "rolebindings", "networkpolicies", "secrets", "*"}
    granted = [rule for role in roles("vision", Targets()) for rule in role["rules"]]
    writable = {resource for rule in granted if set(rule["verbs"]) - set(READ) for resource in rule["resources"]}
    readable = {resource for rule in granted for resource in rule["resources"]}

    assert writable & kept == set()
    assert "secrets" not in readable


def test_an_older_kuberay_has_no_cron_jobs() -> None:
    """A role names what the cluster has."""
    rules = roles("vision", Targets(kuberay="1.5.1"))[1]["rules"]

    assert rules[0]["resources"] == ["rayclusters", "rayjobs", "rayservices"]


def test_a_role_is_bound_to_those_who_have_it() -> None:
    """Groups and users carry the API group that the API server adds, ServiceAccounts their namespace."""
    submitters = [Subject("Group", "oidc:vision"), Subject("ServiceAccount", "ci"), Subject("ServiceAccount", "ci", namespace="build")]

    assert role_bindings(submitters, [Subject("User", "ana@example.com")], "vision") == [
        {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "RoleBinding",
            "metadata": {"name": "ray-submitter", "namespace": "vision"},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "ray-submitter"},
            "subjects": [
                {"apiGroup": "rbac.authorization.k8s.io", "kind": "Group", "name": "oidc:vision"},
                {"kind": "ServiceAccount", "name": "ci", "namespace": "vision"},
                {"kind": "ServiceAccount", "name": "ci", "namespace": "build"},
            ],
        },
        {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "RoleBinding",
            "metadata": {"name": "ray-viewer", "namespace": "vision"},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "ray-viewer"},
            "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "ana@example.com"}],
        },
    ]


def test_a_binding_of_nobody_is_not_made() -> None:
    """Only the role that somebody has is bound."""
    made = bodies(TeamSpec(viewers=[Subject("Group", "all")], network_policy=None), "vision")

    assert [part for part in made if part.startswith("rolebinding")] == ["rolebinding-ray-viewer"]


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (Subject("Group", ""), ["name: must not be empty"]),
        (Subject("User", "ana", namespace="a"), ["namespace: goes with a ServiceAccount, a User belongs to no namespace, got 'a'"]),
        (
            Subject("ServiceAccount", "CI", namespace="a.b"),
            [f"name: {DNS_SUBDOMAIN}'CI'", f"namespace: {DNS_LABEL}'a.b'"],
        ),
        (Subject("Team", "vision"), ["kind: must be 'Group' or 'User' or 'ServiceAccount', got 'Team'"]),
    ],
    ids=["a name", "a namespace of a user", "names of a ServiceAccount", "a kind"],
)
def test_what_the_api_server_refuses_of_a_subject_is_refused(subject: Subject, expected: list[str]) -> None:
    """Every rule that arguments can break is told, with what was given."""
    assert told(subject) == expected
