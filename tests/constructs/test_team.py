"""The construct of a Team: its parts below it, its queues by name."""

from __future__ import annotations

from typing import Any

import cdk8s
import pytest

from heliostat.constructs.environment import Environment
from heliostat.constructs.kueue.cluster_queue import ClusterQueue
from heliostat.constructs.team import Team
from heliostat.manifests.errors import RefusedError
from heliostat.specs.reference import QueueReference, TeamReference, TeamWithBorders, TeamWithQueues
from heliostat.specs.team.team import LocalQueueName, TeamSpec
from tests.specs.answers import bodies


def test_a_team_makes_the_objects_of_its_spec() -> None:
    """The Namespace first, everything else below it in the tree."""
    chart = cdk8s.Testing.chart()
    Team(chart, "vision", queues={"default": "research"})

    assert cdk8s.Testing.synth(chart) == list(bodies(TeamSpec(queues={"default": "research"}), "vision").values())


def test_the_namespace_carries_what_its_queues_ask_for() -> None:
    """The team and the queue agree without either knowing the label."""
    chart = cdk8s.Testing.chart()
    Team(chart, "vision", queues={"default": ClusterQueue(chart, "research", quotas={})})
    queue, namespace, *_ = cdk8s.Testing.synth(chart)
    selected = queue["spec"]["namespaceSelector"]["matchLabels"]

    assert selected.items() <= namespace["metadata"]["labels"].items()


def test_a_team_is_known_by_its_name_and_namespace() -> None:
    """The namespace is the team's own, whatever the chart's."""
    chart = cdk8s.Chart(cdk8s.Testing.app(), "teams", namespace="elsewhere")
    vision = Team(chart, "vision")
    speech = Team(chart, "speech", namespace="ml-speech")

    assert isinstance(vision, TeamReference)
    assert (vision.name, vision.namespace) == ("vision", "vision")
    assert (speech.name, speech.namespace) == ("speech", "ml-speech")


def test_a_queue_is_taken_by_its_name() -> None:
    """It knows the namespace that it serves."""
    queue = Team(cdk8s.Testing.chart(), "vision", namespace="ml", queues={"default": "research"}).queue("default")

    assert isinstance(queue, QueueReference)
    assert queue == LocalQueueName("default", "ml")


def test_a_team_tells_its_queues() -> None:
    """A Ray object that names its queue is held against them; queues that were refused are not known."""
    app = Environment("prod").app("teams")
    vision = Team(app, "vision", queues={"default": "research", "serving": "prod"})
    speech = Team(app, "speech", queues=["default"])

    assert isinstance(vision, TeamWithQueues)
    assert (vision.queue_names, speech.queue_names) == (["default", "serving"], None)


def test_a_team_tells_whether_it_is_closed() -> None:
    """A Redis opens it for the heads where it is."""
    app = Environment("prod").app("teams")
    vision, speech = Team(app, "vision"), Team(app, "speech", network_policy=None)

    assert isinstance(vision, TeamWithBorders)
    assert (vision.is_closed, speech.is_closed) == (True, False)


@pytest.mark.parametrize(
    ("queues", "told"),
    [
        ({"default": "a", "prod": "b"}, 'Team "vision": has no queue "defualt", did you mean "default"'),
        ({"prod": "b"}, 'Team "vision": has no queue "defualt", only prod'),
        ({}, 'Team "vision": has no queue "defualt", only none'),
    ],
    ids=["a slip of the finger", "another", "none"],
)
def test_a_queue_that_the_team_does_not_have_is_told_with_those_it_has(queues: dict[str, str], told: str) -> None:
    """At once outside an environment; with everything else that is wrong inside of one, and what takes it goes on."""
    with pytest.raises(RefusedError) as refused:
        Team(cdk8s.Testing.chart(), "vision", queues=queues).queue("defualt")
    environment = Environment("prod")
    queue = Team(environment.app("team-vision"), "vision", queues=queues).queue("defualt")

    assert [problem.partition(": ")[2] for problem in refused.value.problems] == [told]
    assert [problem.partition(": ")[2] for problem in environment.refused] == [told]
    assert queue == LocalQueueName("defualt", "vision")


def test_a_queue_is_asked_for_by_text() -> None:
    """What else is given is told, and can be passed on."""
    environment = Environment("dev")
    team = Team(environment.app("team"), "vision", queues={"default": "research"})
    wrong: Any = 3

    assert team.queue(wrong).name == "3"
    assert [problem.split(": ", 1)[1] for problem in environment.refused] == ['Team "vision": has queues by name, got 3']


def test_a_team_that_was_refused_can_still_be_taken() -> None:
    """Its queues are its own even if they are wrong, so that only what is wrong is told."""
    environment = Environment("prod")
    app = environment.app("teams")
    Team(app, "vision", queues={"default": "research"}, pod_security="strict").queue("default")
    Team(app, "speech", queues=["default"]).queue("default")

    assert [problem.partition(": ")[2] for problem in environment.refused] == [
        "Team \"vision\": pod_security: must be 'privileged' or 'baseline' or 'restricted', got 'strict'",
        "Team \"speech\": queues: must be a mapping, got ['default']",
    ]
