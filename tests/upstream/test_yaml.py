"""Our YAML as the Go programs read it that apply it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.yaml_writer import to_yaml
from tests.upstream.go_program import FULL, answers
from tests.yaml_corpus import exactly, odd_documents, random_documents


def _as_go(value: JsonValue) -> JsonValue:
    """Give whole numbers one type and the shortest digits: Go writes 1.0 as 1 in JSON, and 2.0**63 as 9223372036854776000."""
    if isinstance(value, dict):
        return {key: _as_go(below) for key, below in value.items()}
    if isinstance(value, list):
        return [_as_go(below) for below in value]
    return int(Decimal(repr(value))) if isinstance(value, float) and value.is_integer() else value


@pytest.mark.parametrize("reader", ["sigs.k8s.io/yaml", "go.yaml.in/yaml/v3"])
def test_go_reads_back_what_went_in(reader: str) -> None:
    """kubectl and Argo CD (sigs.k8s.io/yaml) and kustomize (go.yaml.in/yaml/v3) see the values and keys that were written."""
    bodies = odd_documents() + random_documents(30_000 if FULL else 2_000)
    texts = [to_yaml(body) for body in bodies]
    read = [_as_go(answer[reader]) for answer in answers("yaml", list(texts))]

    assert [(text, value) for text, value, body in zip(texts, read, bodies, strict=True) if exactly(value) != exactly(_as_go(body))] == []
