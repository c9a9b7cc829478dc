"""ClusterRoles for people: an editor's and a viewer's for each kind, gathered in the roles `batch-admin` and `batch-user`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.install.kueue.kinds import GROUP, JOB_KINDS, QUEUE_KINDS, Kind
from heliostat.specs.install.kueue.naming import LABELS
from heliostat.specs.install.rbac import role, rule
from heliostat.specs.object_spec import metadata_of

_WRITE, _READ = "create delete get list patch update watch", "get list watch"
_NO_STATUS = ("cohort", "resourceflavor", "topology")
_WITHOUT_ROLES = ("appwrapper", "deployment", "pod", "statefulset")
"""Kinds that bring roles of their own."""

_PENDING: Mapping[str, str] = {"cq": "clusterqueues", "lq": "localqueues"}
"""Whose waiting workloads the visibility server tells of."""


@dataclass(frozen=True, slots=True)
class _Audience:
    """Who has a role beside the batch admin, and, as a viewer, everybody who is an admin of a namespace."""

    is_for_users: bool
    """Whether the batch user has it."""
    is_for_members: bool
    """Whether those who may edit or view a namespace have it."""


_USERS = _Audience(is_for_users=True, is_for_members=True)
_MEMBERS = _Audience(is_for_users=False, is_for_members=True)
_ADMINS = _Audience(is_for_users=False, is_for_members=False)

_VIEWERS: Mapping[str, _Audience] = {
    **dict.fromkeys(JOB_KINDS, _USERS),
    # upstream does not give these two to the batch user, though it gives them their editors
    **dict.fromkeys(("raycluster", "rayservice"), _MEMBERS),
    **dict.fromkeys(QUEUE_KINDS, _ADMINS),
    **dict.fromkeys(("localqueue", "workload", "pending-workloads-lq"), _USERS),
    "pending-workloads-cq": _MEMBERS,
}


def people_roles() -> Iterator[JsonObject]:
    """Make all of them; who has which is up to the cluster's own bindings."""
    for gathering in ("batch-admin", "batch-user"):
        yield {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "ClusterRole",
            "metadata": metadata_of(f"kueue-{gathering}-role", None, labels=LABELS),
            # without `rules`, which the cluster fills in: an empty list would differ from it for good
            "aggregationRule": {"clusterRoleSelectors": [{"matchLabels": {f"rbac.{GROUP}/{gathering}": "true"}}]},
        }
    for kind in (*QUEUE_KINDS.values(), *(kind for kind in JOB_KINDS.values() if kind.name not in _WITHOUT_ROLES)):
        yield role(f"kueue-{kind.name}-editor-role", _rules(kind, _WRITE), namespace=None, labels=_editor_labels(kind.name))
        yield role(f"kueue-{kind.name}-viewer-role", _rules(kind, _READ), namespace=None, labels=_viewer_labels(kind.name))
    for short, plural in _PENDING.items():
        name, rules = f"pending-workloads-{short}", [rule(f"visibility.{GROUP}", f"{plural}/pendingworkloads", _READ)]
        yield role(f"kueue-{name}-viewer-role", rules, namespace=None, labels=_viewer_labels(name))


def _rules(kind: Kind, verbs: str) -> list[JsonObject]:
    group = kind.group or "core"
    status = [] if kind.name in _NO_STATUS else [rule(group, f"{kind.plural}/status", "get")]
    return [rule(group, kind.plural, verbs), *status]


def _editor_labels(name: str) -> dict[str, str]:
    users = {f"rbac.{GROUP}/batch-user": "true"} if name in JOB_KINDS else {}
    return {**LABELS, f"rbac.{GROUP}/batch-admin": "true", **users, f"rbac.{GROUP}/role": f"{name}-editor"}


def _viewer_labels(name: str) -> dict[str, str]:
    audience = _VIEWERS[name]
    members = ("admin", "edit", "view") if audience.is_for_members else ("admin",)
    users = {f"rbac.{GROUP}/batch-user": "true"} if audience.is_for_users else {}
    return {
        **LABELS,
        **{f"rbac.authorization.k8s.io/aggregate-to-{member}": "true" for member in members},
        f"rbac.{GROUP}/batch-admin": "true",
        **users,
        f"rbac.{GROUP}/role": f"{name}-viewer",
    }
