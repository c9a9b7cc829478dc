"""What an environment says about its delivery, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.argocd.argo_cd import ApplicationSettings, ArgoCDSpec
from heliostat.specs.arguments import problems_of

TOLD: list[tuple[dict[str, Any], list[str]]] = [
    ({"repository": ""}, ["repository must be given and have no spaces, got ''"]),
    (
        {"repository": "https://ci:hunter2@git.example.com/r.git"},
        ["repository must hold no password, which Argo CD reads from a Secret of its own"],
    ),
    (
        {"repository": "git.example.com/r.git"},
        ["repository must be a URL such as https://git.example.com/team/repository.git, got 'git.example.com/r.git'"],
    ),
    ({"revision": "main branch"}, ["revision must be given and have no spaces, got 'main branch'"]),
    ({"path": "/out"}, ["path must be a folder in the repository, got '/out'"]),
    ({"path": "../out"}, ["path must be a folder in the repository, got '../out'"]),
    (
        {"namespace": "Argo"},
        ["namespace must be at most 63 lower-case letters, digits and \"-\", with a letter or digit at both ends, got 'Argo'"],
    ),
    (
        {"project": "a b"},
        ['project must be at most 253 lower-case letters, digits, "-" and ".", with a letter or digit around each ".", got \'a b\''],
    ),
    (
        {"team_kinds": ["LocalQueue.kueue.x-k8s.io", "Role.rbac.authorization.k8s.io", "Application.argoproj.io"]},
        [
            "team_kinds[0] must not be of kueue.x-k8s.io, since a team would give itself quota",
            "team_kinds[1] must not be of rbac.authorization.k8s.io, since a team would give itself rights",
            "team_kinds[2] must not be of argoproj.io, since a team would choose the project of its Applications itself",
        ],
    ),
    (
        {"team_kinds": ["deployments"]},
        ['team_kinds[0] must be a kind and its group, such as "HTTPRoute.gateway.networking.k8s.io" or "Service", got \'deployments\''],
    ),
    (
        {"applications": {"train": ApplicationSettings(wave=-50)}},
        ['applications["train"].wave must come after the projects, which are in wave -50, got -50'],
    ),
]


def problems(targets: Targets | None = None, **arguments: Any) -> list[str]:
    """Name what is wrong with the arguments."""
    spec = ArgoCDSpec(**{"repository": "https://git.example.com/r.git", **arguments})
    return [f"{each.argument} {each.message}" for each in problems_of(spec, targets or Targets())]


@pytest.mark.parametrize(("arguments", "messages"), TOLD)
def test_what_cannot_be_is_told(arguments: dict[str, Any], messages: list[str]) -> None:
    """Each with what is expected."""
    assert problems(**arguments) == messages


def test_a_repository_is_enough() -> None:
    """All else has a default that is right for everybody."""
    assert problems() == []


def test_an_argo_cd_that_is_not_known_is_refused() -> None:
    """Here its objects are asked for."""
    assert problems(Targets(argocd="2.14.0")) == [" knows Argo CD 3.6, the environment has 2.14.0 among its targets"]


def test_kinds_of_teams_have_their_groups() -> None:
    """Those of the core API have none."""
    spec = ArgoCDSpec(repository="https://git.example.com/r.git", team_kinds=["Service", "HTTPRoute.gateway.networking.k8s.io"])

    assert spec.more_team_kinds == [("", "Service"), ("gateway.networking.k8s.io", "HTTPRoute")]
