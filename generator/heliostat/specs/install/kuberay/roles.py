"""What KubeRay's operator may do, and the roles for people that upstream brings with it.

Source: KubeRay v1.6.2 and v1.7.0, helm-chart/kuberay-operator/templates (role.consistentRules, leader_election_role, ray_*_role).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import at_least
from heliostat.specs.install.rbac import role, rule

ALL = "create delete get list patch update watch"
_READ = "get list watch"
_PEOPLE = ("rayjob", "rayservice", "raycronjob")
"""Kinds that upstream has roles for; there is none for RayClusters, and `Team` brings its own."""


@dataclass(frozen=True, slots=True)
class _Rule:
    groups: str
    resources: str
    verbs: str
    since: str = "0"
    until: str = "99"
    feature: str | None = None
    """Batch scheduler or feature gate that it is for; None where it is for every operator."""

    def holds(self, kuberay: str, features: set[str]) -> bool:
        known = at_least(kuberay, self.since) and not at_least(kuberay, self.until)
        return known and (self.feature is None or self.feature in features)


_OPERATOR = (
    _Rule("core", "events pods/status services", ALL, until="1.7"),
    _Rule("core", "persistentvolumeclaims pods/status services", ALL, since="1.7"),
    _Rule("core", "pods", "create delete deletecollection get list patch update watch"),
    _Rule("core", "pods/proxy services/status", "get patch update"),
    _Rule("core", "pods/resize", "patch"),
    _Rule("core", "secrets", "create get list watch", until="1.7"),
    _Rule("core", "secrets", "create delete get list update watch", since="1.7"),
    _Rule("core", "serviceaccounts", "create delete get list watch"),
    _Rule("core", "services/proxy", "create get patch update"),
    _Rule("batch", "jobs", ALL),
    _Rule("cert-manager.io", "certificates", "create get list update watch", since="1.7"),
    _Rule("cert-manager.io", "certificates/status", "get", since="1.7"),
    _Rule("cert-manager.io", "issuers", "create get list watch", since="1.7"),
    _Rule("coordination.k8s.io", "leases", "create get list update"),
    _Rule("discovery.k8s.io", "endpointslices", _READ),
    _Rule("events.k8s.io", "events", "create patch", since="1.7"),
    _Rule("extensions networking.k8s.io", "ingresses", ALL),
    _Rule("gateway.networking.k8s.io", "gateways httproutes", "create get list update watch", until="1.7"),
    _Rule("gateway.networking.k8s.io", "gateways httproutes", "create delete get list update watch", since="1.7"),
    _Rule("networking.k8s.io", "ingressclasses", _READ),
    _Rule("networking.k8s.io", "networkpolicies", "create delete get list update watch", since="1.7"),
    _Rule("ray.io", "rayclusters raycronjobs rayjobs rayservices", ALL),
    _Rule("ray.io", "rayclusters/finalizers raycronjobs/finalizers rayjobs/finalizers rayservices/finalizers", "update"),
    _Rule("ray.io", "rayclusters/status raycronjobs/status rayjobs/status rayservices/status", "get patch update"),
    _Rule("rbac.authorization.k8s.io", "rolebindings", "create delete get list watch"),
    _Rule("rbac.authorization.k8s.io", "roles", "create delete get list update watch"),
    _Rule("route.openshift.io", "routes", ALL),
    _Rule("scheduling.k8s.io", "podgroups workloads", ALL, feature="KubernetesWAS"),
    _Rule("scheduling.volcano.sh", "podgroups", "create delete get list update watch", feature="volcano"),
    _Rule("scheduling.x-k8s.io", "podgroups", "create get list watch", feature="scheduler-plugins"),
)

_LEADER_ELECTION = (
    _Rule("core", "configmaps", "get list watch create update patch delete"),
    _Rule("core", "events", "create"),
    _Rule("coordination.k8s.io", "leases", "create get list update"),
)


def operator_rules(kuberay: str, features: set[str]) -> list[JsonObject]:
    """Write what the operator may do in the namespaces that it watches.

    Args:
        kuberay: version of KubeRay.
        features: its batch scheduler and the feature gates that are on.
    """
    return [rule(each.groups, each.resources, each.verbs) for each in _OPERATOR if each.holds(kuberay, features)]


def leader_election_rules() -> list[JsonObject]:
    """Write what the operator may do in its own namespace, to agree with others on which of them works."""
    return [rule(each.groups, each.resources, each.verbs) for each in _LEADER_ELECTION]


def roles_for_people(labels: Mapping[str, str]) -> Iterator[JsonObject]:
    """Make the ClusterRoles that upstream brings and binds to nobody; their names do not follow that of the operator."""
    for kind in _PEOPLE:
        for who, verbs in (("editor", ALL), ("viewer", _READ)):
            rules = [rule("ray.io", f"{kind}s", verbs), rule("ray.io", f"{kind}s/status", "get")]
            yield role(f"{kind}-{who}-role", rules, namespace=None, labels=labels)
