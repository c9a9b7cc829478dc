"""The fast validator against the reference implementation for Python, on every object in out/ and on broken copies of it."""

from __future__ import annotations

import copy
import random
from functools import cache
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.compiled import CompiledSchema, compile_documents
from heliostat.schemas.store import Schema, schema_for
from heliostat.schemas.strict import strict_schema
from heliostat.schemas.targets import Targets

OUT = Path(__file__).resolve().parents[2] / "out"
FILES = sorted(OUT.rglob("*.yaml"))
assert FILES, "out/ is committed"
TARGETS = Targets(prometheus_operator="0.89.0")
VALUES = [None, True, -1, 2**40, 1.5, "text", "", [], {}, [{}], {"unknown": 1}]


@cache
def _both(schema: Schema) -> tuple[Draft202012Validator, CompiledSchema]:
    (fast,) = compile_documents([schema.document])
    return Draft202012Validator(strict_schema(schema.document)), fast


def _broken(body: JsonObject, chance: random.Random) -> JsonObject:
    """Change, add or remove one value at a random place."""
    made = copy.deepcopy(body)
    place: object = made
    while True:
        steps = list(place) if isinstance(place, dict) else range(len(place)) if isinstance(place, list) else []
        if not steps:
            return {**made, "unknown": 1}
        step = chance.choice(list(steps))
        below = place[step]
        if isinstance(below, dict | list) and below and chance.random() < 0.8:
            place = below
        elif chance.random() < 0.3:
            del place[step]
            return made
        else:
            place[step] = chance.choice(VALUES)
            return made


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(OUT)))
def test_both_validators_agree(file: Path) -> None:
    """What is committed satisfies both, and on thirty broken copies they say the same."""
    body = yaml.load(file.read_text(), yaml.CSafeLoader)
    schema = schema_for(body["apiVersion"], body["kind"], TARGETS)
    assert schema is not None
    reference, fast = _both(schema)
    chance = random.Random(file.name)
    copies = [body, *(_broken(body, chance) for _ in range(30))]

    verdicts = [reference.is_valid(each) for each in copies]

    assert verdicts == [fast.accepts(each) for each in copies]
    assert verdicts[0]
    assert not all(verdicts)
