"""In which order things come: Applications after one another, and the objects of one Application after one another.

Argo CD begins with the lowest wave, goes on to the next when all that it applied is healthy, and prunes the other way round
(argo-cd 3.6, docs/user-guide/sync-waves.md). What has no wave is in wave 0.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Mapping

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.structure import object_of
from heliostat.specs.argocd.group_kind import APPLICATION, CRD, KUEUE, GroupKind, group_kind_of

WAVE = "argocd.argoproj.io/sync-wave"

SETTINGS, CRDS, OPERATORS, QUEUES, TEAMS, WORKLOADS = -50, -40, -30, -20, -10, 0
"""Waves of what the root Application holds; Argo CD's own settings come first, since they say what is healthy."""

_APPLICATIONS: Mapping[GroupKind, int] = {
    CRD: CRDS,
    **dict.fromkeys(
        [
            ("admissionregistration.k8s.io", "MutatingWebhookConfiguration"),
            ("admissionregistration.k8s.io", "ValidatingWebhookConfiguration"),
            ("apiregistration.k8s.io", "APIService"),
            ("apps", "Deployment"),
            ("apps", "StatefulSet"),
            APPLICATION,
        ],
        OPERATORS,
    ),
    **dict.fromkeys([("", "Namespace"), (KUEUE, "LocalQueue")], TEAMS),
}
_GROUPS: Mapping[str, int] = {KUEUE: QUEUES}

_OBJECTS: Mapping[GroupKind, int] = {
    **dict.fromkeys([(KUEUE, "ResourceFlavor"), (KUEUE, "Topology")], -4),
    **dict.fromkeys([(KUEUE, "MultiKueueConfig"), (KUEUE, "ProvisioningRequestConfig")], -4),
    (KUEUE, "Cohort"): -3,
    **dict.fromkeys([(KUEUE, "ClusterQueue"), (KUEUE, "LocalQueue"), (KUEUE, "WorkloadPriorityClass")], -2),
    **dict.fromkeys([(KUEUE, "AdmissionCheck"), (KUEUE, "MultiKueueCluster")], -2),
}
"""What is referred to comes before what refers to it, and goes after it, as Kueue's finalizers want it. Nothing of Kueue's comes after
ClusterQueues, as a sync does not wait for its last wave: one that somebody holds is Suspended for as long, and Kueue looks at no
reference when a LocalQueue is made. A check and a cluster of MultiKueue come with them for the same reason: both are Degraded while a
cluster elsewhere is out of reach, which fails a sync that waits for them, and every queue with it. All of it is below 0: a Ray object
has no wave, since an annotation more would have it applied again, and a sync would wait in vain for one that comes before its queue."""


def application_wave(bodies: Iterable[JsonObject], inhabited: Container[str] = ()) -> int:
    """Decide the wave of an Application by the object in it that others need soonest.

    Args:
        bodies: its objects.
        inhabited: namespaces that objects of other Applications are in; nobody else needs any other.
    """
    return min((_wave(group_kind_of(body)) for body in bodies if _is_needed(body, inhabited)), default=WORKLOADS)


def after_namespaces(waves: Mapping[str, int], hosts: Mapping[str, Collection[str]]) -> Mapping[str, int]:
    """Put off the Applications that would not come after the namespaces of their objects.

    Argo CD makes no object in a namespace that is not there, such as the Roles of an operator in those of teams, and no later wave, in
    which it would come, begins before the sync is through. Applications of one wave come in any order, so that theirs has to be a later
    one; those that hold namespaces of each other stay together, and a sync is tried again.

    Args:
        waves: what each would have otherwise.
        hosts: for each, the others that hold the namespaces of its objects; none for one whose wave is not to change.
    """
    reached = dict(waves)
    for _ in waves:  # the longest way from one namespace to the next
        for app in waves:
            later = [reached[host] + (not _is_behind(host, app, hosts)) for host in hosts.get(app, ())]
            reached[app] = max([reached[app], *later])
    return reached


def _is_behind(app: str, other: str, hosts: Mapping[str, Collection[str]]) -> bool:
    """Tell whether an Application has to come after another one because of namespaces, by way of whatever lies between."""
    seen: set[str] = set()
    ahead = [app]
    while ahead:
        found = set(hosts.get(ahead.pop(), ())) - seen
        seen |= found
        ahead += found
    return other in seen


def _is_needed(body: JsonObject, inhabited: Container[str]) -> bool:
    return group_kind_of(body) != ("", "Namespace") or object_of(body.get("metadata")).get("name") in inhabited


def wave_of(body: JsonObject) -> int:
    """Read the wave of an object."""
    wave = object_of(object_of(body.get("metadata")).get("annotations")).get(WAVE)
    return int(wave) if isinstance(wave, str) and re.fullmatch(r"-?\d+", wave) else 0


def root_wave(others: Iterable[int]) -> int:
    """Decide the wave of the root Application, which holds itself: the last, as that is the one which a sync does not wait for.

    The root is not healthy before its own sync has ended, and workloads may wait for hours in their queues.
    """
    return max(others, default=WORKLOADS)


def object_waves(bodies: Iterable[JsonObject]) -> Mapping[GroupKind, int]:
    """Name the kinds in one Application that need a wave; none where nothing has to wait for another."""
    needed = {kind: _OBJECTS[kind] for kind in map(group_kind_of, bodies) if kind in _OBJECTS}
    return needed if len(set(needed.values())) > 1 else {}


def _wave(kind: GroupKind) -> int:
    return _APPLICATIONS.get(kind, _GROUPS.get(kind[0], WORKLOADS))
