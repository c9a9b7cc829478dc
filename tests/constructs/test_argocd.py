"""The construct of a delivery: what it remembers, and what it refuses."""

from __future__ import annotations

import inspect

import cdk8s
import pytest

from heliostat.constructs.argocd import ArgoCD
from heliostat.constructs.environment import Environment
from heliostat.manifests.errors import RefusedError
from heliostat.schemas.targets import Targets
from heliostat.specs.argocd.argo_cd import ArgoCDSpec
from heliostat.specs.argocd.delivery import Delivery

REPOSITORY = "https://git.example.com/platform/heliostat.git"


def told(environment: Environment) -> list[str]:
    """What the environment was told is wrong, without lines."""
    return [problem.partition(": ")[2] for problem in environment.refused]


def test_the_environment_remembers_it() -> None:
    """There is nothing else to it: rendering does the rest."""
    environment = Environment("prod", cluster="prod-eu")
    ArgoCD(environment, "argocd", repository=REPOSITORY)

    assert environment.delivery == Delivery("argocd", ArgoCDSpec(repository=REPOSITORY), "prod", "prod-eu")
    assert environment.refused == []


def test_help_shows_its_arguments() -> None:
    """As of every construct."""
    assert list(inspect.signature(ArgoCD).parameters)[:4] == ["scope", "id", "repository", "revision"]


def test_what_is_wrong_is_told_when_the_environment_is_rendered() -> None:
    """Arguments, and an environment that it does not fit; nothing is delivered then."""
    environment = Environment("prod_eu", targets=Targets(argocd="3.6.0"))
    ArgoCD(environment, "first", repository=REPOSITORY, revison="main")
    ArgoCD(environment, "second", repository=REPOSITORY)

    assert environment.delivery is None
    first, second = (problem.partition(", ")[0] for problem in told(environment))
    assert first == 'ArgoCD "first": revison: ArgoCD has no such argument'
    assert second == 'ArgoCD "second": the environment\'s name begins those of its Applications'


def test_there_is_one() -> None:
    """The second is told where the first is."""
    environment = Environment("prod")
    ArgoCD(environment, "argocd", repository=REPOSITORY)
    first = environment.delivery
    ArgoCD(environment, "again", repository=REPOSITORY)
    [message] = told(environment)

    assert environment.delivery is first
    assert message.startswith('ArgoCD "again": the environment has one already, made at ')
    assert "test_argocd.py:" in message


def test_it_is_made_in_an_environment() -> None:
    """Not in one of its apps, and not in anybody else's cdk8s app."""
    for scope in (Environment("prod").app("argocd"), cdk8s.Testing.app()):
        with pytest.raises(RefusedError, match=r'ArgoCD "argocd": scope: must be an Environment, got '):
            ArgoCD(scope, "argocd", repository=REPOSITORY)
