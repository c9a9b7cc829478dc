"""What a spec answers: its objects, or what is wrong with its arguments."""

from __future__ import annotations

from dataclasses import dataclass

from heliostat.manifests.canonical import canonical
from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.store import schema_for
from heliostat.schemas.targets import Targets
from heliostat.schemas.validate import validate
from heliostat.specs.arguments import problems_of
from heliostat.specs.object_spec import ObjectSpec, object_problems_of

TARGETS = Targets()

LABEL_KEY = 'must be a key such as "pool" or "nvidia.com/gpu", its last part at most 63 characters, got '
LABEL_VALUE = 'must be at most 63 letters, digits, "-", "_" and ".", with a letter or digit at both ends, got '
DNS_LABEL = 'must be at most 63 lower-case letters, digits and "-", with a letter or digit at both ends, got '
DNS_SUBDOMAIN = 'must be at most 253 lower-case letters, digits, "-" and ".", with a letter or digit around each ".", got '
"""What is told of a text that Kubernetes does not take as one of these."""


@dataclass(frozen=True)
class Thing:
    """Stands in for the construct of an object that is named."""

    object_kind: str
    name: str


def told(arguments: object, targets: Targets = TARGETS) -> list[str]:
    """All that is wrong, as an author reads it."""
    named = isinstance(arguments, ObjectSpec) and arguments.name
    found = object_problems_of(arguments, named, targets) if named else problems_of(arguments, targets)
    return [f"{problem.argument}: {problem.message}" for problem in found]


def bodies(spec: ObjectSpec, name: str = "it", targets: Targets = TARGETS) -> dict[str, JsonObject]:
    """The objects by the id of their part.

    Whatever the test is about, the arguments must be right, each object valid, and stored by the API server as it is.
    """
    assert told(spec, targets) == []
    made = {part.id: part.body for part in spec.parts(name, targets)}
    for found in made.values():
        schema = schema_for(str(found["apiVersion"]), str(found["kind"]), targets)
        assert schema is not None
        assert validate(found, schema) == []
        assert canonical(found, schema.document) == found
    return made


def body(spec: ObjectSpec, name: str = "it", targets: Targets = TARGETS) -> JsonObject:
    """The only object of a spec."""
    made = bodies(spec, name, targets)
    assert list(made) == [""]
    return made[""]
