"""Whose project an app belongs to follows from what it holds."""

from __future__ import annotations

import re

import pytest

from heliostat.manifests.manifest import Manifest
from heliostat.specs.argocd.project import TEAM_KINDS, Teams, app_project, project_of
from tests.specs.argocd.objects import kueue, made, ray, team

TEAMS = Teams({"vision": "vision", "ml-language": "language"}, TEAM_KINDS)
CODE = made("v1", "ConfigMap", "code", "vision")
TRAIN = ray("RayJob", "train", "vision", line=7)
NOTEBOOKS = ray("RayCluster", "notebooks", "ml-language", line=8)
QUEUE = kueue("LocalQueue", "default", "vision", line=9)

OWNERS = [
    pytest.param([TRAIN, CODE], "vision", id="a job with its code"),
    pytest.param([NOTEBOOKS], "language", id="a team whose namespace is called otherwise"),
    pytest.param([CODE], "vision", id="what a team may have, without Ray"),
    pytest.param([team("vision"), QUEUE], "platform", id="the team itself"),
    pytest.param([QUEUE], "platform", id="quota"),
    pytest.param([CODE, made("v1", "ServiceAccount", "x", "vision"), made("v1", "Namespace", "x")], "platform", id="beside the platform's"),
    pytest.param([ray("RayJob", "train", "elsewhere")], "platform", id="a job in a namespace of no team"),
    pytest.param([made("apps/v1", "Deployment", "web", "vision")], "platform", id="pods that Kueue does not see"),
]


@pytest.mark.parametrize(("manifests", "owner"), OWNERS)
def test_a_teams_where_it_holds_nothing_else_than_a_team_may(manifests: list[Manifest], owner: str) -> None:
    """The platform's in all other cases."""
    assert project_of(manifests, TEAMS, None) == owner


def test_teams_are_found_by_their_namespaces() -> None:
    """With the kinds that they may have beyond the usual ones."""
    apps = {"a": [team("vision")], "b": [team("language", "ml-language"), made("v1", "Namespace", "redis"), QUEUE]}

    assert Teams.in_apps(apps, [("apps", "Deployment"), ("ray.io", "RayJob")]) == Teams(TEAMS.names, [*TEAM_KINDS, ("apps", "Deployment")])


TOLD = [
    pytest.param(
        [TRAIN, NOTEBOOKS],
        None,
        'belongs to two projects: RayJob vision/train (prod.py:7) to the team "vision"\'s, RayCluster ml-language/notebooks (prod.py:8) to '
        'the team "language"\'s; move one of them to another app, or decide by ApplicationSettings(project=…)',
        id="two teams",
    ),
    pytest.param(
        [QUEUE, CODE, TRAIN],
        None,
        "belongs to two projects: LocalQueue vision/default (prod.py:9) to the platform's, ConfigMap vision/code (prod.py:1) to the team "
        '"vision"\'s; move one of them to another app, or decide by ApplicationSettings(project=…)',
        id="a team's job beside its quota",
    ),
    pytest.param([TRAIN], "visoin", 'was given the project "visoin", which there is not, did you mean "vision"', id="no such team"),
    pytest.param(
        [TRAIN], "speech", 'was given the project "speech", which there is not, only platform, language, vision', id="nothing alike"
    ),
    pytest.param(
        [TRAIN, QUEUE],
        "vision",
        'was given the project of the team "vision", which does not admit LocalQueue vision/default (prod.py:9)',
        id="a team that may not have it",
    ),
]


@pytest.mark.parametrize(("manifests", "asked", "message"), TOLD)
def test_what_fits_no_project_is_refused(manifests: list[Manifest], asked: str | None, message: str) -> None:
    """Both objects are named with their lines."""
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        project_of(manifests, TEAMS, asked)


def test_an_author_may_decide_for_the_platform() -> None:
    """Who writes the environment may put anything into the platform's project."""
    assert project_of([QUEUE, TRAIN, NOTEBOOKS], TEAMS, "platform") == "platform"


def test_a_team_cannot_grant_itself_quota() -> None:
    """Its project admits nothing of the cluster's, and nothing of Kueue's, of RBAC's or of Argo CD's in its namespace."""
    assert {group for group, _ in TEAM_KINDS} & {"kueue.x-k8s.io", "rbac.authorization.k8s.io", "argoproj.io", "networking.k8s.io"} == set()


def test_the_project_of_a_team() -> None:
    """One repository, the team's namespace, the kinds of a team."""
    assert app_project(
        "vision",
        environment="prod",
        namespace="argocd",
        repositories=["https://git.example.com/r.git"],
        destinations=[{"server": "https://kubernetes.default.svc", "namespace": "vision"}],
        kinds=[("ray.io", "RayJob"), ("", "ConfigMap")],
    ) == {
        "apiVersion": "argoproj.io/v1alpha1",
        "kind": "AppProject",
        "metadata": {
            "name": "prod-vision",
            "namespace": "argocd",
            "annotations": {"argocd.argoproj.io/sync-wave": "-50"},
            "finalizers": ["resources-finalizer.argocd.argoproj.io"],
        },
        "spec": {
            "description": "What the team vision delivers to prod",
            "sourceRepos": ["https://git.example.com/r.git"],
            "destinations": [{"server": "https://kubernetes.default.svc", "namespace": "vision"}],
            "clusterResourceWhitelist": [],
            "namespaceResourceWhitelist": [{"group": "ray.io", "kind": "RayJob"}, {"group": "", "kind": "ConfigMap"}],
        },
    }
