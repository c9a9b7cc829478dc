"""What policies in Rego are told of a project's choices."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from heliostat.lint.configuration import Choice, Configuration
from heliostat.lint.policy import Policy, Terms
from heliostat.lint.rego import settings
from heliostat.lint.resource import Place, Resource
from heliostat.lint.waivers import Acceptance
from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.waiver import Waiver

STRICT = Policy("requests_differ_from_limits", Terms("warning", options={"mode": ("strict", "memory-and-gpu")}), lambda *_: [], Path())
ABSENT = Policy("no_network_policy", Terms("warning", enabled=False), lambda *_: [], Path())
TRAIN = Resource(ObjectRef("ray.io", "RayJob", "vision", "train"), {}, Place("job.yaml"))


def test_settings() -> None:
    """Every policy is told how it counts and what it may choose, and which objects are waived on that day, the last one included."""
    configuration = Configuration(policies={STRICT.id: Choice("error", {"mode": "memory-and-gpu"})})
    waivers = [Waiver(STRICT.id, "a notebook", "vision", date(2030, 1, day)) for day in (30, 31)]
    acceptances = [Acceptance(waiver, TRAIN) for waiver in waivers]

    assert settings([STRICT, ABSENT], configuration, acceptances, date(2030, 1, 31)) == {
        "heliostat_settings": {
            "policies": {STRICT.id: {"severity": "error", "mode": "memory-and-gpu"}, ABSENT.id: {"severity": "off"}},
            "waivers": [{"policy": STRICT.id, "object": "RayJob/vision/train"}],
        }
    }


def test_expired_waiver() -> None:
    """A waiver that has expired is none to conftest either."""
    expired = Acceptance(Waiver(STRICT.id, "a notebook", "vision", date(2030, 1, 30)), TRAIN)

    assert settings([], Configuration(), [expired], date(2030, 1, 31)) == {"heliostat_settings": {"policies": {}, "waivers": []}}
