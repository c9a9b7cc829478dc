"""The construct of a HistoryServer: the objects of its spec, in the namespace of its app."""

from __future__ import annotations

from heliostat.constructs.environment import Environment
from heliostat.constructs.history_server import HistoryServer
from heliostat.render.synth import synthesise
from heliostat.specs.history_server import HistoryServerSpec
from tests.specs.answers import bodies

STORAGE = {"STORAGE_BACKEND": "gcs", "GCS_BUCKET": "history"}


def test_it_makes_the_objects_of_its_spec() -> None:
    """Those that name a namespace name its app's."""
    environment = Environment("prod")
    HistoryServer(environment.app("history", namespace="ray-history"), "history", image="hs:1", env=STORAGE)
    spec = HistoryServerSpec(namespace="ray-history", image="hs:1", env=STORAGE)
    made = synthesise(environment).apps["history"]

    assert environment.refused == []
    assert {each.body["kind"]: each.body["spec"] for each in made if "spec" in each.body} == {
        body["kind"]: body["spec"] for body in bodies(spec, "history").values() if "spec" in body
    }
    assert len(made) == len(bodies(spec, "history"))
