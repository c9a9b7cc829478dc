"""The schema of Kueue's configuration file."""

from __future__ import annotations

from pathlib import Path

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.kueue_configuration import API_VERSION, KIND, SINCE, configuration_file, configuration_schema
from heliostat.schemas.targets import SUPPORTED, Targets, at_least
from heliostat.schemas.validate import validate


def told(**fields: JsonValue) -> list[str]:
    body: JsonObject = {"apiVersion": API_VERSION, "kind": KIND, **fields}
    found = validate(body, configuration_schema(Targets()))
    return [f"{'.'.join(map(str, problem.path))}: {problem.message}" for problem in found]


def test_every_supported_version_has_its_file_and_no_other_has_one() -> None:
    """What `Targets` accepts is what there is data for, from the first version on whose installation is known."""
    there = {*Path(configuration_file(SINCE)).parent.iterdir()}

    assert there == {configuration_file(version) for version in SUPPORTED["kueue"] if at_least(version, SINCE)}


def test_it_is_strict() -> None:
    """A field that Kueue does not know is refused at every depth, and so is a value of another type."""
    assert told(integrations={"frameworks": ["batch/job"]}, waitForPodsReady={"timeout": "1h30m"}) == []
    assert told(waitForPodReady={}) == ['waitForPodReady: unknown field, did you mean "waitForPodsReady"']
    assert told(resources={"transformations": [{"input": "cpu", "output": {}}]}) == [
        'resources.transformations.0.output: unknown field, did you mean "outputs"'
    ]
    assert told(controller={"cacheSyncTimeout": "2m"}) == ['controller.cacheSyncTimeout: must be a whole number, is the text "2m"']


def test_a_file_has_no_metadata() -> None:
    """It is no object of the API server."""
    assert told(metadata={"name": "x"}) == ["metadata: unknown field"]
