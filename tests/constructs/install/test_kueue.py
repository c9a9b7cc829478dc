"""The constructs of Kueue and its CRDs: where they are, and what they say of a wrong configuration."""

from __future__ import annotations

from typing import Any

import cdk8s
import pytest

from heliostat.constructs.environment import Environment
from heliostat.constructs.install.kueue import Kueue
from heliostat.constructs.install.kueue_crds import KueueCrds
from heliostat.manifests.errors import RefusedError
from heliostat.render.synth import synthesise
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.kueue import KueueSpec
from tests.specs.answers import TARGETS


def test_kueue_is_installed_into_the_namespace_of_its_app() -> None:
    """It makes the objects that its spec makes in that namespace."""
    environment = Environment("prod")
    Kueue(environment.app("kueue", namespace="kueue-system"), "kueue")
    expected: list[Any] = [part.body for part in KueueSpec(namespace="kueue-system").parts("kueue", TARGETS)]

    made = synthesise(environment)
    found: list[Any] = [each.body for each in made.apps["kueue"]]

    assert made.refused == ()
    assert sorted((each["kind"], each["metadata"]["name"]) for each in found) == sorted(
        (each["kind"], each["metadata"]["name"]) for each in expected
    )


def test_a_wrong_configuration_is_told_at_its_own_line() -> None:
    """Where the argument stands, not where Kueue is made."""
    environment = Environment("prod")
    configuration = KueueConfiguration(feature_gates={"ConcurentAdmission": True})
    Kueue(environment.app("kueue", namespace="kueue-system"), "kueue", configuration=configuration)

    [refusal] = synthesise(environment).refused

    line = test_a_wrong_configuration_is_told_at_its_own_line.__code__.co_firstlineno + 3
    assert refusal.partition(": ")[0].endswith(f"test_kueue.py:{line}")
    assert refusal.partition(": ")[2] == (
        'Kueue "kueue": configuration.feature_gates["ConcurentAdmission"]: is no feature gate of Kueue 0.19, '
        'did you mean "ConcurrentAdmission"'
    )


def test_a_cluster_has_one_kueue() -> None:
    """Its objects of the cluster have the names that Kueue looks for; one message says so, with the lines of both."""
    environment = Environment("prod")
    first = Kueue(environment.app("kueue", namespace="kueue-system"), "kueue")
    Kueue(environment.app("other", namespace="queues"), "other")

    [refusal] = synthesise(environment).refused

    assert refusal.partition(": ")[2] == f'Kueue "other": is in the environment already, made at {first.origin}, and a cluster has one'


def test_somebody_elses_chart_without_namespace_is_refused() -> None:
    """Bindings and webhooks name the namespace."""
    with pytest.raises(RefusedError, match="namespace: must be given, here or to the app, since its objects refer to each other by it"):
        Kueue(cdk8s.Chart(cdk8s.Testing.app(), "kueue"), "kueue")


def test_the_crds_need_no_namespace() -> None:
    """They are of the whole cluster."""
    app = Environment("prod").app("kueue-crds")
    KueueCrds(app, "crds")

    assert len(cdk8s.Testing.synth(app)) == 11
