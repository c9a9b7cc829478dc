"""Who may do what in a team's namespace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault, dns_subdomain_fault
from heliostat.schemas.targets import Targets, at_least
from heliostat.specs.arguments import Problem, arguments

SUBMIT, VIEW = "ray-submitter", "ray-viewer"
"""Names of the roles."""

_RBAC = "rbac.authorization.k8s.io"
_READ = ("get", "list", "watch")
_WRITE = ("create", "delete", "patch", "update")


@arguments
class Subject:
    """Somebody who is given a role: `Subject("Group", "vision")`.

    Args:
        kind: what the name names.
        name: name of the group or user as the API server knows it, or of the ServiceAccount.
        namespace: namespace of the ServiceAccount; the team's own unless given.
    """

    kind: Literal["Group", "User", "ServiceAccount"] = field(kw_only=False)
    name: str = field(kw_only=False)
    namespace: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.kind != "ServiceAccount":
            if not self.name:
                yield Problem("name", "must not be empty")
            if self.namespace is not None:
                yield Problem("namespace", f"goes with a ServiceAccount, a {self.kind} belongs to no namespace, got {self.namespace!r}")
            return
        if fault := dns_subdomain_fault(self.name):
            yield Problem("name", fault)
        if self.namespace is not None and (fault := dns_label_fault(self.namespace)):
            yield Problem("namespace", fault)

    def body(self, namespace: str) -> JsonObject:
        """Write the subject as a binding in that namespace holds it."""
        if self.kind == "ServiceAccount":
            return {"kind": self.kind, "name": self.name, "namespace": self.namespace or namespace}
        return {"apiGroup": _RBAC, "kind": self.kind, "name": self.name}


def _rule(group: str, resources: Sequence[str], verbs: Sequence[str]) -> JsonObject:
    return {"apiGroups": [group], "resources": [*resources], "verbs": [*verbs]}


def _ray_kinds(targets: Targets) -> list[str]:
    cron = ["raycronjobs"] if at_least(targets.kuberay, "1.6") else []
    return ["rayclusters", *cron, "rayjobs", "rayservices"]


def _view_rules(targets: Targets) -> list[JsonObject]:
    """Let see Ray's objects, what they are made of, and why they wait; no Secrets."""
    return [
        _rule("ray.io", _ray_kinds(targets), _READ),
        _rule("kueue.x-k8s.io", ["localqueues", "workloads"], _READ),
        _rule("visibility.kueue.x-k8s.io", ["localqueues/pendingworkloads"], _READ),
        _rule("", ["configmaps", "events", "limitranges", "persistentvolumeclaims", "pods", "resourcequotas", "services"], _READ),
        _rule("", ["pods/log"], ["get"]),
        _rule("batch", ["jobs"], _READ),
    ]


def _submit_rules(targets: Targets) -> list[JsonObject]:
    """Let run Ray and reach its dashboard, beside all that a viewer may: no right to LocalQueues, quotas or roles."""
    return [
        *_view_rules(targets),
        _rule("ray.io", _ray_kinds(targets), _WRITE),
        _rule("", ["configmaps"], _WRITE),
        # kubectl connects by GET; from Kubernetes 1.35 on the API server also asks for "create"
        _rule("", ["pods/portforward"], ["create", "get"]),
    ]


def roles(namespace: str, targets: Targets) -> list[JsonObject]:
    """Make both roles; they are there whether or not anybody has them."""
    return [_role(SUBMIT, _submit_rules(targets), namespace), _role(VIEW, _view_rules(targets), namespace)]


def role_bindings(submitters: Sequence[Subject], viewers: Sequence[Subject], namespace: str) -> list[JsonObject]:
    """Give the roles to those who have them; a role that nobody has is bound to nobody."""
    return [_binding(role, subjects, namespace) for role, subjects in ((SUBMIT, submitters), (VIEW, viewers)) if subjects]


def _role(name: str, rules: Sequence[JsonObject], namespace: str) -> JsonObject:
    return {"apiVersion": f"{_RBAC}/v1", "kind": "Role", "metadata": {"name": name, "namespace": namespace}, "rules": [*rules]}


def _binding(role: str, subjects: Sequence[Subject], namespace: str) -> JsonObject:
    return {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "RoleBinding",
        "metadata": {"name": role, "namespace": namespace},
        "roleRef": {"apiGroup": _RBAC, "kind": "Role", "name": role},
        "subjects": [subject.body(namespace) for subject in subjects],
    }
