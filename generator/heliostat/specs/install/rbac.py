"""Roles and their bindings, whoever they are for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.object_spec import metadata_of

_GROUP = "rbac.authorization.k8s.io"


def rule(groups: str, resources: str, verbs: str) -> JsonObject:
    """Write one rule; each argument holds its words apart by spaces, and `core` stands for the group without a name."""
    return {
        "apiGroups": ["" if group == "core" else group for group in groups.split()],
        "resources": [*resources.split()],
        "verbs": [*verbs.split()],
    }


def role(name: str, rules: Sequence[JsonObject], *, namespace: str | None, labels: Mapping[str, str]) -> JsonObject:
    """Write a Role, or a ClusterRole where there is no namespace."""
    kind = "ClusterRole" if namespace is None else "Role"
    return {"apiVersion": f"{_GROUP}/v1", "kind": kind, "metadata": metadata_of(name, namespace, labels=labels), "rules": [*rules]}


def binding(
    name: str, role_name: str, service_account: tuple[str, str], *, namespace: str | None, labels: Mapping[str, str], role_kind: str = ""
) -> JsonObject:
    """Give a role to a ServiceAccount.

    Args:
        name: name of the binding.
        role_name: name of the role.
        service_account: namespace and name of the ServiceAccount.
        namespace: where the role is given; None for the whole cluster.
        labels: labels of the binding.
        role_kind: kind of the role; a Role in a namespace and a ClusterRole outside of one unless given.
    """
    owner, account = service_account
    return {
        "apiVersion": f"{_GROUP}/v1",
        "kind": "ClusterRoleBinding" if namespace is None else "RoleBinding",
        "metadata": metadata_of(name, namespace, labels=labels),
        "roleRef": {"apiGroup": _GROUP, "kind": role_kind or ("ClusterRole" if namespace is None else "Role"), "name": role_name},
        "subjects": [{"kind": "ServiceAccount", "name": account, "namespace": owner}],
    }
