"""Constructs take one another, each where its kind belongs."""

from __future__ import annotations

from typing import Any

import cdk8s
import pytest

from heliostat import ClusterQueue, Environment, Head, LocalQueue, RayCluster, ResourceFlavor, Team
from heliostat.constructs.environment import Application
from tests.specs.answers import Thing


def _told(environment: Environment) -> list[str]:
    return [problem.split(": ", 1)[1] for problem in environment.refused]


@pytest.fixture
def app() -> Application:
    """An app of an environment of its own."""
    return Environment("dev").app("main", namespace="vision")


def _cluster(app: Application, id: str, **references: Any) -> RayCluster:
    return RayCluster(app, id, head=Head(cpu=1, memory="4Gi"), **references)


def test_each_tells_its_kind(app: Application) -> None:
    """As authors know it: a Team is one, whatever Namespace it makes, and a class of their own is what it extends."""

    class Pool(ResourceFlavor):
        """A kind of node of theirs."""

    team = Team(app, "vision", queues={"default": "research"})
    refused: Any = {"quotas": 3}

    assert (team.object_kind, team.queue("default").object_kind) == ("Team", "LocalQueue")
    assert Pool(app, "cpu").object_kind == "ResourceFlavor"
    assert ClusterQueue(app, "research", **refused).object_kind == "ClusterQueue"


def test_another_kind_is_refused(app: Application) -> None:
    """The message says in both halves what authors write."""
    team = Team(app, "vision", queues={"default": "research"})
    cluster = _cluster(app, "one")
    LocalQueue(app, "queue", cluster_queue=cluster)
    _cluster(app, "two", queue=team)
    _cluster(app, "three", team=team.queue("default"))
    _cluster(app, "four", team=Thing("RayJob", "train"))

    assert _told(app.environment) == [
        'LocalQueue "queue": cluster_queue: must be a ClusterQueue or its name, got the RayCluster "one"',
        'RayCluster "two": queue: must be a LocalQueue or its name, got the Team "vision"',
        'RayCluster "three": team: must be a Team, got the LocalQueue "default"',
        'RayCluster "four": team: must be a Team, got the RayJob "train"',
    ]


def test_objects_of_cdk8s(app: Application) -> None:
    """They tell kind and name, too."""
    made = [
        cdk8s.ApiObject(app, kind, api_version="example.com/v1", kind=kind, metadata={"name": "q"}) for kind in ("ClusterQueue", "Queue")
    ]
    for each in made:
        LocalQueue(app, f"{each.kind.lower()}-queue", cluster_queue=each)

    assert _told(app.environment) == ['LocalQueue "queue-queue": cluster_queue: must be a ClusterQueue or its name, got the Queue "q"']
