"""The head of a manifest is looked at before anybody reads it."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.manifests.head import head_faults

HEAD: dict[str, object] = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}}


@pytest.mark.parametrize(
    ("head", "faults"),
    [
        ({}, []),
        ({"metadata": {"name": "one", "namespace": None, "labels": {"a": "b"}, "annotations": {}, "finalizers": ["a/b"]}}, []),
        ({"apiVersion": "", "kind": None, "metadata": None}, ["has no apiVersion and no kind and no metadata.name"]),
        ({"kind": 3}, ["kind: must be text, got 3"]),
        ({"metadata": "one"}, ["metadata: must be a mapping, got 'one'"]),
        (
            {"metadata": {"name": 1, "namespace": ["a"]}},
            ["metadata.name: must be text, got 1", "metadata.namespace: must be text, got ['a']"],
        ),
    ],
)
def test_identity(head: dict[str, Any], faults: list[str]) -> None:
    """Each part is there, and is text."""
    assert [*head_faults({**HEAD, **head})] == faults


@pytest.mark.parametrize(
    ("metadata", "faults"),
    [
        ({"labels": ["a"]}, ["metadata.labels: must be a mapping, got ['a']"]),
        ({"annotations": "a=b"}, ["metadata.annotations: must be a mapping, got 'a=b'"]),
        (
            {"labels": {"a": 1, "b": True, "c": None}},
            ['metadata.labels["a"]: must be text, got 1', 'metadata.labels["b"]: must be text, got True'],
        ),
        ({"annotations": {1: "a"}}, ["metadata.annotations: has the key 1, which must be text"]),
        ({"finalizers": "a/b"}, ["metadata.finalizers: must be a list, got 'a/b'"]),
        ({"ownerReferences": {"name": "a"}}, ["metadata.ownerReferences: must be a list, got {'name': 'a'}"]),
    ],
)
def test_metadata(metadata: dict[str, Any], faults: list[str]) -> None:
    """What is told is the value itself, not what cdk8s would make of it."""
    assert [*head_faults({**HEAD, "metadata": {"name": "one", **metadata}})] == faults
