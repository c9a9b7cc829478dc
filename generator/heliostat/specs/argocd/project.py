"""AppProjects: what a team's Applications may hold, and whose an Application is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heliostat.manifests.guess import did_you_mean
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.manifest import Manifest
from heliostat.schemas.structure import object_of
from heliostat.specs.argocd.application import FINALIZER
from heliostat.specs.argocd.argo_cd import PLATFORM
from heliostat.specs.argocd.group_kind import RAY, GroupKind, group_kind_of, namespace_of
from heliostat.specs.argocd.order import SETTINGS, WAVE
from heliostat.specs.team.team import TEAM_LABEL

TEAM_KINDS: Sequence[GroupKind] = (
    ("", "ConfigMap"),
    ("", "PersistentVolumeClaim"),
    ("", "ServiceAccount"),
    ("bitnami.com", "SealedSecret"),
    ("external-secrets.io", "ExternalSecret"),
    ("policy", "PodDisruptionBudget"),
    (RAY, "RayCluster"),
    (RAY, "RayCronJob"),
    (RAY, "RayJob"),
    (RAY, "RayService"),
)
"""What a team has beside its Ray objects; nothing that gives quota or rights, opens its borders, or runs pods which Kueue never sees."""


@dataclass(frozen=True, slots=True)
class Teams:
    """The teams of an environment."""

    names: Mapping[str, str]
    """Names of the teams by their namespaces."""
    kinds: Sequence[GroupKind]
    """Kinds that a team may have."""

    @classmethod
    def in_apps(cls, apps: Mapping[str, Sequence[Manifest]], more_kinds: Sequence[GroupKind]) -> Teams:
        """Find the teams: the Namespace of each has its name as a label."""
        names = {}
        for manifests in apps.values():
            for each in manifests:
                metadata = object_of(each.body.get("metadata"))
                team = object_of(metadata.get("labels")).get(TEAM_LABEL)
                if group_kind_of(each.body) == ("", "Namespace") and isinstance(team, str):
                    names[str(metadata.get("name"))] = team
        return cls(names, [*TEAM_KINDS, *(kind for kind in more_kinds if kind not in TEAM_KINDS)])

    def owner_of(self, body: JsonObject) -> str:
        """Name the team that may have an object, else the platform."""
        return self.names.get(namespace_of(body) or "", PLATFORM) if group_kind_of(body) in self.kinds else PLATFORM


def project_of(manifests: Sequence[Manifest], teams: Teams, asked: str | None) -> str:
    """Decide whose project an app belongs to: a team's where it holds nothing else than the team may have, else the platform's.

    Raises:
        ValueError: it holds Ray objects of a team beside what the team may not have, or was given a project that refuses it.
    """
    owners = _first_by_owner(manifests, teams)
    if asked is not None:
        if asked not in (known := [PLATFORM, *sorted(teams.names.values())]):
            hint = did_you_mean(asked, known) or f", only {', '.join(known)}"
            raise ValueError(f'was given the project "{asked}", which there is not{hint}')
        refused = [each for owner, each in owners.items() if owner != asked]
        if refused and asked != PLATFORM:
            raise ValueError(f'was given the project of the team "{asked}", which does not admit {refused[0].label} ({refused[0].origin})')
        return asked
    teams_with_ray = _first_by_owner([each for each in manifests if group_kind_of(each.body)[0] == RAY], teams).keys() - {PLATFORM}
    if teams_with_ray and len(owners) > 1:
        (one, first), (other, second) = list(owners.items())[:2]
        raise ValueError(
            f"belongs to two projects: {first.label} ({first.origin}) to {_called(one)}'s, {second.label} ({second.origin}) to "
            f"{_called(other)}'s; move one of them to another app, or decide by ApplicationSettings(project=…)"
        )
    return next(iter(owners)) if len(owners) == 1 else PLATFORM


def _first_by_owner(manifests: Sequence[Manifest], teams: Teams) -> dict[str, Manifest]:
    firsts: dict[str, Manifest] = {}
    for each in manifests:
        firsts.setdefault(teams.owner_of(each.body), each)
    return firsts


def _called(owner: str) -> str:
    return "the platform" if owner == PLATFORM else f'the team "{owner}"'


def project_name(environment: str, owner: str) -> str:
    """Name the AppProject of a team or of the platform."""
    return f"{environment}-{owner}"


def app_project(
    owner: str,
    *,
    environment: str,
    namespace: str,
    repositories: Sequence[str],
    destinations: Sequence[JsonObject],
    kinds: Sequence[GroupKind] | None = None,
) -> JsonObject:
    """Write an AppProject.

    Args:
        owner: name of a team, or `platform`.
        environment: name of the environment.
        namespace: namespace that Argo CD runs in.
        repositories: what its Applications may come from, and nothing else.
        destinations: clusters and namespaces that they may go to.
        kinds: kinds that they may hold, all of them namespaced; None for any kind.
    """
    if kinds is None:
        description = f"What the platform delivers to {environment}"
        admitted: JsonObject = {"clusterResourceWhitelist": [{"group": "*", "kind": "*"}]}
    else:
        description = f"What the team {owner} delivers to {environment}"
        admitted = {
            "clusterResourceWhitelist": [],
            "namespaceResourceWhitelist": [{"group": group, "kind": kind} for group, kind in kinds],
        }
    return {
        "apiVersion": "argoproj.io/v1alpha1",
        "kind": "AppProject",
        "metadata": {
            "name": project_name(environment, owner),
            "namespace": namespace,
            "annotations": {WAVE: str(SETTINGS)},
            "finalizers": [FINALIZER],
        },
        "spec": {"description": description, "sourceRepos": [*repositories], "destinations": [*destinations], **admitted},
    }
