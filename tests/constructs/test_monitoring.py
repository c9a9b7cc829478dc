"""The construct of RayMonitoring."""

from __future__ import annotations

import cdk8s

from heliostat.constructs.environment import Environment
from heliostat.constructs.monitoring import RayMonitoring
from heliostat.constructs.team import Team
from heliostat.schemas.targets import Targets
from heliostat.specs.monitoring.ray_monitoring import RayMonitoringSpec


def test_it_lies_in_the_namespace_of_its_app_and_watches_teams() -> None:
    """The objects of its spec, with the namespaces of the teams that are given as constructs."""
    targets = Targets(prometheus_operator="0.89.0")
    environment = Environment("prod", targets=targets)
    vision = Team(environment.app("team-vision"), "vision", namespace="vision-prod")
    app = environment.app("monitoring", namespace="monitoring")
    RayMonitoring(app, "ray", teams=[vision])
    parts = RayMonitoringSpec(namespace="monitoring", teams=[vision]).parts("ray", targets)

    made = {(each["kind"], each["metadata"]["name"]): each for each in cdk8s.Testing.synth(app)}

    for body in (part.body for part in parts):
        found = made.pop((body["kind"], body["metadata"]["name"]))
        assert found == {**body, "metadata": {"namespace": "monitoring", **body["metadata"]}}
    assert made == {}
    assert parts[0].body["spec"]["namespaceSelector"] == {"matchNames": ["vision-prod"]}
