"""Our verdict on an object against the API server's own code, CEL rules included, on objects made at random from the schemas."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from heliostat.manifests.json_value import Path
from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.cel import rule_problems
from heliostat.schemas.place import resolve
from heliostat.schemas.products import data_file
from heliostat.schemas.schema_problem import SchemaProblem
from heliostat.schemas.store import Schema, schema_of
from heliostat.schemas.targets import Targets
from heliostat.schemas.validate import validate
from tests.schemas.digests import bare
from tests.schemas.ruled import ruled_crd
from tests.schemas.widget import widget_crd
from tests.upstream.go_program import FULL, answers

CATALOGUES = {
    "kuberay": Catalogue.from_file(data_file("kuberay", "1.7")),
    "kueue": Catalogue.from_file(data_file("kueue", "0.19")),
    "cert_manager": Catalogue.from_file(data_file("cert_manager", "1.21")),
    "external_secrets": Catalogue.from_file(data_file("external_secrets", "1.3")),
    "gateway_api": Catalogue.from_file(data_file("gateway_api", "1.7")),
    "argocd": Catalogue.from_file(data_file("argocd", "3.6")),
    "widget": Catalogue.of_crds("example.com", [bare(widget_crd()), ruled_crd()]),
}
TEXTS_OF_FORMAT = {"byte": "aGVsbG8=", "date-time": "2026-01-31T12:00:00Z", "ipv4": "10.0.0.1"}
"""Right ones only: the API server takes a list for a text with a format, and an empty text or a mere date for a time; Go code does not."""
TEXTS = ["", "a", "A_b", "500m", "4", "16Gi", "1 core", "TCP", "cpu", "nvidia.com/gpu", *TEXTS_OF_FORMAT.values(), "*" * 300]
JUNK = [None, True, 0, -1, 7, 2**63, 1.5, [], [None], {}, {"a": "b"}, *TEXTS[1:]]


def an_object(schema: Schema) -> dict[str, Any]:
    """Make an object of a kind: mostly right, with metadata that is."""
    body = _value(schema.document, schema, depth=0)
    spoiled = random.random() < 0.1
    metadata = {"name": "x", "labels": {"a": random.choice(JUNK) if spoiled else "b"}, **({"nam": 1} if random.random() < 0.05 else {})}
    return {**body, "apiVersion": schema.api_version, "kind": schema.kind, "metadata": metadata}


def _value(schema: dict[str, Any], of: Schema, depth: int) -> Any:
    schema = resolve(schema, of.document)
    if schema.get("format") in TEXTS_OF_FORMAT:
        return TEXTS_OF_FORMAT[schema["format"]]
    if depth and random.random() < 0.03:
        return random.choice(JUNK)
    if schema.get("x-kubernetes-int-or-string"):
        return random.choice([random.randrange(9), *TEXTS])
    match schema.get("type"):
        case "object":
            return _mapping(schema, of, depth)
        case "array":
            items = [_value(schema["items"], of, depth + 1) for _ in range(random.choice([0, 1, 1, 2, 3]))]
            return [*items, random.choice(items)] if items and random.random() < 0.1 else items
        case "integer":
            return random.choice([0, 1, 2, 6379, 2**31 - 1])
        case "number":
            return random.choice([0, 0.5, 3])
        case "boolean":
            return random.random() < 0.5
        case "string":
            return random.choice(schema.get("enum", TEXTS) if random.random() < 0.9 else TEXTS)
    return random.choice(JUNK)


def _mapping(schema: dict[str, Any], of: Schema, depth: int) -> dict[str, Any]:
    properties = schema.get("properties", {})
    needed = [field for field in schema.get("required", []) if random.random() < 0.97]
    fields = {*needed, *random.sample(sorted(properties), min(len(properties), random.choice([0, 1, 2] if depth > 8 else [1, 2, 4])))}
    made = {field: _value(properties.get(field, {}), of, depth + 1) for field in sorted(fields)}
    if "additionalProperties" in schema:
        return {random.choice(TEXTS): _value(schema["additionalProperties"], of, depth + 1) for _ in range(random.choice([0, 1, 2]))}
    return {**made, "unknown": random.choice(JUNK)} if random.random() < 0.02 else made


def _dotted(path: Path) -> str:
    """Spell a path as the API server does."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _disagreements(ours: list[SchemaProblem], theirs: dict[str, list[str] | None]) -> set[str]:
    """Name the places that only one side finds wrong.

    The API server stops at metadata that it cannot read, calls fields unknown that stand below a value of the wrong type, and
    does not say where it found that no form of `oneOf` fits, but what it is that does not fit.
    """
    told = {_dotted(problem.path): problem.message for problem in ours}
    their_unknown, their_invalid = set(theirs["unknown"] or []), set(theirs["invalid"] or [])
    if their_invalid == {"metadata"}:
        return set() if any(place.startswith("metadata") for place in told) else their_invalid
    our_unknown = {place for place, message in told.items() if message.startswith("unknown field")}
    our_invalid = told.keys() - our_unknown
    below = {place for place in their_unknown if any(place.startswith((f"{above}.", f"{above}[")) for above in our_invalid)}
    nowhere = {place for place in our_invalid if "of the forms" in told[place]} if _NOWHERE in their_invalid else set()
    their_invalid -= {place for place in their_invalid - our_invalid if any(place.startswith(f"{above}.") for above in nowhere)}
    return (our_unknown ^ (their_unknown - (below - our_unknown))) | ((our_invalid - nowhere) ^ (their_invalid - {_NOWHERE}))


_NOWHERE = "<nil>"


@pytest.mark.parametrize("name", sorted(CATALOGUES))
def test_the_api_server_judges_alike(name: str) -> None:
    """The same fields are unknown, the same values invalid, and the same CEL rules broken, at the same places in the same words."""
    random.seed(35)
    questions: list[Any] = []
    asked: list[tuple[Schema, dict[str, Any]] | None] = []
    for crd in map(CATALOGUES[name].crd, CATALOGUES[name].crds):
        questions.append({"crd": crd})
        asked.append(None)
        for version in [version["name"] for version in crd["spec"]["versions"] if version["served"]]:
            schema = schema_of(CATALOGUES[name], f"{crd['spec']['group']}/{version}", crd["spec"]["names"]["kind"], Targets())
            for _ in range(1000 if FULL else 100):
                asked.append((schema, an_object(schema)))
                questions.append({"version": version, "object": asked[-1][1]})
    judged = [(pair, theirs) for pair, theirs in zip(asked, answers("apiextensions", questions), strict=True) if pair is not None]
    right = [body for (_, body), theirs in judged if not theirs["unknown"] and not theirs["invalid"]]

    assert [(body, places) for (schema, body), theirs in judged if (places := _disagreements(validate(body, schema), theirs))] == []
    assert [(body, told) for (schema, body), theirs in judged if (told := _other_rules(body, schema, theirs))] == []
    assert 0.01 < len(right) / len(judged) < 0.8
    assert any(theirs["rules"] for _, theirs in judged) or name in ("argocd", "external_secrets")  # with no rule, and a single one


def _other_rules(body: dict[str, Any], schema: Schema, theirs: dict[str, list[str] | None]) -> set[str]:
    """Name what only one side says of rules.

    The API server evaluates none for an object with problems of some kinds, and such a one may be why no form of `oneOf` fits.
    """
    if _NOWHERE in (theirs["invalid"] or []):
        return set()
    problems = validate(body, schema)
    told = [] if any(problem.blocking for problem in problems) else rule_problems(body, schema)
    ours = {f"{'.'.join(map(str, problem.path)) or _NOWHERE}: {problem.message}" for problem in told}
    return ours ^ {_without_brackets(problem) for problem in theirs["rules"] or []}


def _without_brackets(problem: str) -> str:
    place, colon, message = problem.partition(": ")
    return re.sub(r"\[(.*?)\]", r".\1", place) + colon + message
