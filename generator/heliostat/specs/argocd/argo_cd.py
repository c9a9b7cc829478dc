"""ArgoCD: what an environment says about its delivery."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import PurePosixPath

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.name_syntax import dns_label_fault, dns_subdomain_fault
from heliostat.schemas.targets import SUPPORTED, Targets, minor
from heliostat.specs.argocd.address import repository_fault
from heliostat.specs.argocd.group_kind import KUEUE, GroupKind
from heliostat.specs.argocd.order import SETTINGS
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.label_selector import LabelSelector

PLATFORM = "platform"
"""What `ApplicationSettings.project` calls the project of whatever is no team's."""

_KIND = re.compile(r"[A-Z][A-Za-z0-9]*(\.[a-z0-9]([-a-z0-9.]*[a-z0-9])?)?")
_NEVER_A_TEAMS: Mapping[str, str] = {
    KUEUE: "a team would give itself quota",
    "rbac.authorization.k8s.io": "a team would give itself rights",
    "argoproj.io": "a team would choose the project of its Applications itself",
}


@arguments
class ApplicationSettings:
    """How one app is delivered, where that does not follow from what it holds.

    Args:
        wave: when it comes, the lowest first: -40 CRDs, -30 operators, -20 queues, -10 teams and 0 workloads unless given.
        project: name of a team, or `platform`: whose AppProject it belongs to.
        overrides: merged into the finished Application last: mappings merge, everything else is replaced, None removes.
    """

    wave: int | None = None
    project: str | None = None
    overrides: Mapping[str, JsonValue] = field(default_factory=dict)

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.wave is not None and self.wave <= SETTINGS:
            yield Problem("wave", f"must come after the projects, which are in wave {SETTINGS}, got {self.wave}")


@arguments
class ArgoCDSpec:
    """Arguments of ArgoCD.

    Args:
        repository: URL of the Git repository that holds out/, as Argo CD knows it.
        revision: branch, tag or commit that is delivered.
        path: folder in the repository that `heliostat render` writes to.
        namespace: namespace that Argo CD runs in.
        project: AppProject of the root Application, which is there before it; it has to admit Applications, AppProjects and ConfigMaps
            in `namespace`.
        applications: settings of single apps, by the name of the app.
        team_kinds: kinds that teams may have beyond Ray objects, ConfigMaps, ServiceAccounts, PersistentVolumeClaims,
            PodDisruptionBudgets, ExternalSecrets and SealedSecrets, with their group: `["HTTPRoute.gateway.networking.k8s.io"]`.
        application_set: deliver every app to all clusters whose Secrets in Argo CD have these labels, in place of the
            environment's one `cluster`.
        config_map: whether argocd-cm gets the health checks; False where somebody else writes it, or another environment that the
            same Argo CD serves.
    """

    repository: str
    revision: str = "main"
    path: str = "out"
    namespace: str = "argocd"
    project: str = "default"
    applications: Mapping[str, ApplicationSettings] = field(default_factory=dict)
    team_kinds: Sequence[str] = ()
    application_set: LabelSelector | None = None
    config_map: bool = True

    def check(self, targets: Targets) -> Iterator[Problem]:
        known = SUPPORTED["argocd"]
        if minor(targets.argocd) not in known:
            yield Problem("", f"knows Argo CD {', '.join(known)}, the environment has {targets.argocd} among its targets")
        if fault := repository_fault(self.repository):
            yield Problem("repository", fault)
        if self.revision.split() != [self.revision]:
            yield Problem("revision", f"must be given and have no spaces, got {self.revision!r}")
        if PurePosixPath(self.path).is_absolute() or ".." in PurePosixPath(self.path).parts:
            yield Problem("path", f"must be a folder in the repository, got {self.path!r}")
        if fault := dns_label_fault(self.namespace):
            yield Problem("namespace", fault)
        if fault := dns_subdomain_fault(self.project):
            yield Problem("project", fault)
        for index, kind in enumerate(self.team_kinds):
            yield from _team_kind_problems(f"team_kinds[{index}]", kind)

    @property
    def more_team_kinds(self) -> list[GroupKind]:
        """What `team_kinds` names."""
        return [_group_kind(kind) for kind in self.team_kinds]


def _group_kind(text: str) -> GroupKind:
    kind, _, group = text.partition(".")
    return group, kind


def _team_kind_problems(place: str, text: str) -> Iterator[Problem]:
    if not _KIND.fullmatch(text):
        yield Problem(place, f'must be a kind and its group, such as "HTTPRoute.gateway.networking.k8s.io" or "Service", got {text!r}')
    elif reason := _NEVER_A_TEAMS.get(_group_kind(text)[0]):
        yield Problem(place, f"must not be of {_group_kind(text)[0]}, since {reason}")
