"""Roles and bindings of what is installed."""

from __future__ import annotations

from heliostat.specs.install.rbac import binding, role, rule


def test_a_rule_is_told_in_words() -> None:
    """The group without a name has one here."""
    assert rule("core batch", "jobs pods/log", "get list") == {
        "apiGroups": ["", "batch"],
        "resources": ["jobs", "pods/log"],
        "verbs": ["get", "list"],
    }


def test_a_role_is_of_a_namespace_or_of_the_cluster() -> None:
    """A binding goes with the kind of its place, and may give the rights of a ClusterRole in one namespace."""
    made = [
        role("a", [], namespace="ns", labels={}),
        role("a", [], namespace=None, labels={"l": "v"}),
        binding("b", "a", ("home", "robot"), namespace="ns", labels={}),
        binding("b", "a", ("home", "robot"), namespace=None, labels={}),
        binding("b", "a", ("home", "robot"), namespace="ns", labels={}, role_kind="ClusterRole"),
    ]

    assert [(body["kind"], body["metadata"], body.get("roleRef", {}).get("kind")) for body in made] == [
        ("Role", {"name": "a", "namespace": "ns"}, None),
        ("ClusterRole", {"name": "a", "labels": {"l": "v"}}, None),
        ("RoleBinding", {"name": "b", "namespace": "ns"}, "Role"),
        ("ClusterRoleBinding", {"name": "b"}, "ClusterRole"),
        ("RoleBinding", {"name": "b", "namespace": "ns"}, "ClusterRole"),
    ]
    assert made[2]["subjects"] == [{"kind": "ServiceAccount", "name": "robot", "namespace": "home"}]
