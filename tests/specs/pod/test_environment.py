"""Environment variables."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem
from heliostat.specs.pod.environment import (
    ConfigMapKey,
    ConfigMapRef,
    FieldPath,
    FileKey,
    ResourceField,
    SecretKey,
    SecretRef,
    env_json,
    env_problems,
)
from heliostat.specs.wire import json_of
from tests.specs.answers import DNS_SUBDOMAIN, Thing, told


def test_every_source_of_a_value_is_written() -> None:
    """Text is a value, everything else says where it comes from; an empty text is written as no value."""
    env = {
        "A": "text",
        "EMPTY": "",
        "B": SecretKey("s", "k"),
        "C": ConfigMapKey(Thing("ConfigMap", "m"), "k", optional=True),
        "D": FieldPath("status.podIP"),
        "E": ResourceField("limits.memory", container_name="c", divisor="1024Ki"),
        "F": FileKey("v", "file.env", "k"),
    }

    expected = [
        {"name": "A", "value": "text"},
        {"name": "EMPTY"},
        {"name": "B", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}},
        {"name": "C", "valueFrom": {"configMapKeyRef": {"name": "m", "key": "k", "optional": True}}},
        {"name": "D", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}},
        {"name": "E", "valueFrom": {"resourceFieldRef": {"resource": "limits.memory", "containerName": "c", "divisor": "1Mi"}}},
        {"name": "F", "valueFrom": {"fileKeyRef": {"volumeName": "v", "path": "file.env", "key": "k"}}},
    ]

    assert env_json(env) == expected


def test_all_keys_of_an_object_are_taken_by_reference() -> None:
    """The prefix stands beside the reference, whether it may be missing inside it."""
    references = [SecretRef(Thing("Secret", "s"), prefix="S_"), ConfigMapRef("m", optional=True)]

    expected = [{"prefix": "S_", "secretRef": {"name": "s"}}, {"configMapRef": {"name": "m", "optional": True}}]

    assert json_of(references) == expected


@pytest.mark.parametrize("name", ["", "A=B", "A\n"])
def test_names_that_no_variable_can_have_are_refused(name: str) -> None:
    """Kubernetes takes everything that is printable and has no "="."""
    assert list(env_problems("env", {name: "x"})) == [Problem("env", f"has the name {name!r}, which cannot be a variable's name")]


@pytest.mark.parametrize(
    ("source", "argument"),
    [
        (SecretKey("A", "k"), "secret"),
        (ConfigMapKey("A", "k"), "config_map"),
        (SecretRef("A"), "secret"),
        (ConfigMapRef("A"), "config_map"),
    ],
)
def test_names_that_no_object_can_have_are_refused(source: object, argument: str) -> None:
    """Kubernetes would accept the pod's template and refuse the pod."""
    assert told(source) == [f"{argument}: {DNS_SUBDOMAIN}'A'"]


def test_keys_of_files_need_their_version() -> None:
    """Kubernetes reads environment files from 1.35 on."""
    assert told(FileKey("v", "p", "k"), Targets(kubernetes="1.34.0")) == [": needs Kubernetes 1.35, the target is 1.34.0"]
