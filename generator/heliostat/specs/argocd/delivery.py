"""From what an environment renders to how Argo CD delivers it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from heliostat.manifests.guess import did_you_mean
from heliostat.manifests.head import head_faults
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.manifest import Apps, Manifest
from heliostat.manifests.name_syntax import dns_label_fault, dns_subdomain_fault
from heliostat.manifests.origin import Origin
from heliostat.schemas.structure import object_of
from heliostat.specs.argocd.application import BACKGROUND_FINALIZER, FINALIZER, application
from heliostat.specs.argocd.application_set import application_set
from heliostat.specs.argocd.argo_cd import PLATFORM, ApplicationSettings, ArgoCDSpec
from heliostat.specs.argocd.config_map import config_map
from heliostat.specs.argocd.destination import ANYWHERE, destination, is_argo_cds_own
from heliostat.specs.argocd.group_kind import CRD, GroupKind, defined_by, group_kind_of, namespace_of
from heliostat.specs.argocd.nested import namespaces_needed, nested_project, nested_repositories
from heliostat.specs.argocd.object_annotations import annotated
from heliostat.specs.argocd.order import after_namespaces, application_wave, root_wave, wave_of
from heliostat.specs.argocd.project import Teams, app_project, project_name, project_of
from heliostat.specs.argocd.root import FOLDER, root_application
from heliostat.specs.argocd.sync_settings import respect_fault, sync_settings
from heliostat.specs.arguments import Problem, origin_of
from heliostat.specs.object_spec import merged

_DELIVERIES = frozenset({("argoproj.io", kind) for kind in ("Application", "ApplicationSet", "AppProject")})
"""What belongs into the cluster that Argo CD itself runs in."""

_NO_SETTINGS = ApplicationSettings()


def placement_problems(spec: ArgoCDSpec, environment: str, cluster: str | None) -> Iterator[Problem]:
    """Name what does not fit the environment."""
    if fault := dns_subdomain_fault(environment):
        yield Problem("", f"the environment's name begins those of its Applications, which {fault}")
    if spec.application_set is not None and cluster is not None:
        yield Problem("application_set", f'must be left out where the environment names its one cluster, "{cluster}"')


@dataclass(frozen=True, slots=True)
class Delivery:
    """How an environment is delivered."""

    id: str
    """Id of the construct that asks for it."""
    spec: ArgoCDSpec
    environment: str
    """Name of the environment."""
    cluster: str | None
    """Its cluster as Argo CD knows it; None for the one that Argo CD runs in."""

    def of(self, apps: Apps, health_checks: Mapping[str, str]) -> tuple[dict[str, tuple[Manifest, ...]], list[str]]:
        """Tell every object what Argo CD has to know of it, and add the folder of the root Application.

        Args:
            apps: what the environment renders, by app.
            health_checks: Lua by `<group>_<Kind>`, for argocd-cm.

        Returns:
            The apps and the folder, and what is wrong; an app that is wrong has no Application.
        """
        teams = Teams.in_apps(apps, self.spec.more_team_kinds)
        applications, refused = self._applications(apps, teams)
        settings = [config_map(self.spec.namespace, health_checks)] if self.spec.config_map else []
        root = root_application(self.spec, self.environment, root_wave(map(wave_of, applications)))
        bodies = [*settings, *self._projects(apps, teams), *applications, root]
        own = tuple(self._manifest(body) for body in bodies)
        delivered = {app: _annotated(manifests) for app, manifests in apps.items()}
        return {**delivered, FOLDER: own}, [*self._problems(apps, teams), *refused]

    def _manifest(self, body: JsonObject) -> Manifest:
        unless = "config_map=False" if body["kind"] == "ConfigMap" else ""
        return Manifest(body, origin_of(self.spec), f"{self.id}/{_construct_id(body)}", unless=unless)

    def _problems(self, apps: Apps, teams: Teams) -> Iterator[str]:
        if PLATFORM in teams.names.values():
            yield self._told(origin_of(self.spec), f'a team must not be called "{PLATFORM}", as the project of all that is no team\'s is')
        if self.spec.namespace in teams.names and self.spec.application_set is None and is_argo_cds_own(self.cluster):
            inhabitants = f'"{self.spec.namespace}" is the namespace of the team "{teams.names[self.spec.namespace]}"'
            yield self._told(
                origin_of(self.spec), f"namespace: {inhabitants}, whose ConfigMaps and network policies must not be Argo CD's own"
            )
        for manifests in apps.values():
            for each in manifests:
                if fault := self._foreign_source(each.body, teams):
                    yield each.complaint(fault)
        for app, settings in self.spec.applications.items():
            if app not in apps:
                hint = did_you_mean(app, apps) or f", only {', '.join(apps) or 'none'}"
                yield self._told(origin_of(settings), f'applications["{app}"]: the environment has no such app{hint}')

    def _foreign_source(self, body: JsonObject, teams: Teams) -> str | None:
        """Say which source keeps Argo CD from syncing an Application in the project of a team; the platform's admits all that it holds."""
        project = nested_project(body)
        if project not in {project_name(self.environment, team) for team in teams.names.values()} - {self._platform}:
            return None
        foreign = next((repository for repository in nested_repositories(body) if repository != self.spec.repository), None)
        return foreign and f'spec.project: must be a project that admits {foreign}, such as "{self._platform}", got "{project}"'

    @property
    def _platform(self) -> str:
        return project_name(self.environment, PLATFORM)

    def _told(self, origin: Origin, problem: str) -> str:
        return f'{origin}: ArgoCD "{self.id}": {problem}'

    def _applications(self, apps: Apps, teams: Teams) -> tuple[list[JsonObject], list[str]]:
        made: list[JsonObject] = []
        refused: list[str] = []
        defined = {defined_by(each.body) for manifests in apps.values() for each in manifests if group_kind_of(each.body) == CRD}
        waves = self._waves(apps)
        for app, manifests in apps.items():
            if not manifests or dns_label_fault(app):  # no folder, or a name that is refused anyway
                continue
            try:
                made.append(self._application(app, manifests, teams, defined, waves[app]))
            except ValueError as error:
                refused.append(f'{manifests[0].origin}: app "{app}": {error}')
        return made, refused

    def _waves(self, apps: Apps) -> Mapping[str, int]:
        inhabited = _inhabited_by_others(apps)
        given = {app: settings.wave for app, settings in self.spec.applications.items() if settings.wave is not None}
        waves = {app: given.get(app, application_wave([each.body for each in apps[app]], inhabited[app])) for app in apps}
        return after_namespaces(waves, {app: hosts for app, hosts in _hosts(apps).items() if app not in given})

    def _application(self, app: str, manifests: Sequence[Manifest], teams: Teams, defined: AbstractSet[GroupKind], wave: int) -> JsonObject:
        given = self.spec.applications.get(app, _NO_SETTINGS)
        bodies = [each.body for each in manifests]
        owner = project_of(manifests, teams, given.project)
        settings = sync_settings(bodies, defined)
        body = application(
            self.spec,
            f"{self.environment}-{app}",
            environment=self.environment,
            folder=app,
            project=project_name(self.environment, owner),
            destination=self._destination_of(bodies, None if owner == PLATFORM else namespace_of(bodies[0])),
            wave=wave,
            settings=settings,
            finalizers=[BACKGROUND_FINALIZER if settings.background else FINALIZER],
        )
        body = merged(body, given.overrides)
        if fault := next(head_faults(body), None):
            raise ValueError(f"its Application, as overrides leave it: {fault}")
        if fault := respect_fault(body):
            raise ValueError(fault)
        return body if self.spec.application_set is None else application_set(body, self.spec.application_set)

    def _destination_of(self, bodies: Sequence[JsonObject], namespace: str | None) -> JsonObject:
        deliveries = [body for body in bodies if group_kind_of(body) in _DELIVERIES]
        if not deliveries:
            return destination(self._cluster, namespace)
        if self._cluster is not None and len(deliveries) < len(bodies):
            raise ValueError("holds an Application, which goes to Argo CD's own cluster, beside other objects, expected an app of its own")
        if self.spec.application_set is not None:
            raise ValueError("holds an Application, which goes to one cluster, expected none where application_set is given")
        return destination(None, self.spec.namespace)

    def _projects(self, apps: Apps, teams: Teams) -> Iterator[JsonObject]:
        nested = any(group_kind_of(each.body) in _DELIVERIES for manifests in apps.values() for each in manifests)
        own = [destination(None, self.spec.namespace)] if nested and self.cluster is not None else []
        sources = [
            repository
            for manifests in apps.values()
            for each in manifests
            if nested_project(each.body) == self._platform
            for repository in nested_repositories(each.body)
        ]
        yield self._project(PLATFORM, [destination(self._cluster, "*"), *own], sources=sources)
        for team in dict.fromkeys(teams.names.values()):
            spaces = [space for space, name in teams.names.items() if name == team]
            yield self._project(team, [destination(self._cluster, space) for space in spaces], teams.kinds)

    def _project(
        self, owner: str, destinations: Sequence[JsonObject], kinds: Sequence[GroupKind] | None = None, *, sources: Sequence[str] = ()
    ) -> JsonObject:
        repositories = [*dict.fromkeys([self.spec.repository, *sources])]
        place = {"environment": self.environment, "namespace": self.spec.namespace}
        return app_project(owner, **place, repositories=repositories, destinations=destinations, kinds=kinds)

    @property
    def _cluster(self) -> str | None:
        return self.cluster if self.spec.application_set is None else ANYWHERE


def _inhabited_by_others(apps: Apps) -> dict[str, set[str]]:
    """Name, for each app, the namespaces that other apps need."""
    own = _spaces(apps)
    inhabitants = Counter(space for spaces in own.values() for space in spaces)
    return {app: {space for space, number in inhabitants.items() if number > (space in spaces)} for app, spaces in own.items()}


def _hosts(apps: Apps) -> dict[str, set[str]]:
    """Name, for each app, the others that hold a namespace which it needs."""
    holders = {
        object_of(each.body.get("metadata")).get("name"): app
        for app, manifests in apps.items()
        for each in manifests
        if group_kind_of(each.body) == ("", "Namespace")
    }
    return {app: {holders[space] for space in own if space in holders} - {app} for app, own in _spaces(apps).items()}


def _spaces(apps: Apps) -> dict[str, set[str]]:
    """Name, for each app, the namespaces that it needs."""
    return {app: {space for each in manifests for space in namespaces_needed(each.body)} for app, manifests in apps.items()}


def _annotated(manifests: Sequence[Manifest]) -> tuple[Manifest, ...]:
    bodies = annotated([each.body for each in manifests])
    return tuple(replace(each, body=body) for each, body in zip(manifests, bodies, strict=True))


def _construct_id(body: JsonObject) -> str:
    return f"{body['kind']}-{object_of(body['metadata'])['name']}".lower()
