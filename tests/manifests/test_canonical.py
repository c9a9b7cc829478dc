"""What is rendered is what the cluster stores."""

from __future__ import annotations

from copy import deepcopy

import pytest

from heliostat.manifests.canonical import canonical
from heliostat.manifests.json_value import JsonObject

QUANTITIES: JsonObject = {"type": "object", "additionalProperties": {"format": "quantity"}}
PORTS: JsonObject = {"type": "array", "items": {"properties": {"containerPort": {}, "protocol": {"default": "TCP"}}}}
ENV: JsonObject = {"type": "array", "items": {"properties": {"name": {}, "value": {}, "valueFrom": {}}}}
SCHEMA: JsonObject = {
    "properties": {
        "apiVersion": {},
        "kind": {},
        "metadata": {},
        "spec": {
            "properties": {
                "template": {"$ref": "#/$defs/0"},
                "groups": {"items": {"properties": {"template": {"$ref": "#/$defs/0"}, "replicas": {"default": 0}, "rayStartParams": {}}}},
                "strategy": {"properties": {"mode": {"default": "Never"}}},
                "retry": {"default": {"limit": 3}, "properties": {"limit": {}, "base": {"default": 60}}},
            }
        },
    },
    "$defs": {"0": {"properties": {"env": ENV, "ports": PORTS, "requests": QUANTITIES}}},
}


def _object(spec: JsonObject) -> JsonObject:
    return {"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "a"}, "spec": spec}


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        pytest.param({"retry": {"limit": 1}}, {"retry": {"limit": 1, "base": 60}}, id="defaults are added below what is given"),
        pytest.param({"retry": {"limit": 3, "base": 60}, "groups": [{}]}, None, id="defaults are added in list items"),
        pytest.param(
            {"strategy": {}}, {"strategy": {"mode": "Never"}, "retry": {"limit": 3, "base": 60}}, id="a default brings its own defaults"
        ),
    ],
)
def test_defaults_of_the_schema(given: JsonObject, stored: JsonObject | None) -> None:
    """Where the schema has a default it is written, as the API server would, and nowhere else."""
    expected = stored or {"retry": {"limit": 3, "base": 60}, "groups": [{"replicas": 0, "rayStartParams": {}}]}

    assert canonical(_object(given), SCHEMA)["spec"] == expected


def test_quantities_protocols_and_empty_values() -> None:
    """Quantities are respelled, `protocol` is written, an empty env value is left out: also behind a shared subtree."""
    template: JsonObject = {
        "env": [{"name": "A", "value": ""}, {"name": "B", "value": "b"}],
        "ports": [{"containerPort": 6379}],
        "requests": {"cpu": 4, "memory": "1024Mi", "odd": "many"},
    }
    before = deepcopy(template)
    stored: JsonObject = {
        "env": [{"name": "A"}, {"name": "B", "value": "b"}],
        "ports": [{"containerPort": 6379, "protocol": "TCP"}],
        "requests": {"cpu": "4", "memory": "1Gi", "odd": "many"},
    }

    spec = canonical(_object({"template": template}), SCHEMA)["spec"]

    assert spec == {"template": stored, "retry": {"limit": 3, "base": 60}}
    assert template == before


def test_canonical_is_a_fixed_point() -> None:
    """What is canonical stays as it is."""
    once = canonical(_object({"template": {"requests": {"cpu": "1000m"}}, "groups": [{"template": {"ports": [{}]}}]}), SCHEMA)

    assert canonical(once, SCHEMA) == once


def test_without_a_schema_only_metadata_is_tidied() -> None:
    """An object of an unknown kind keeps what it says."""
    given: JsonObject = {
        "apiVersion": "x/v1",
        "kind": "X",
        "metadata": {"name": "a", "labels": {}, "annotations": {}},
        "spec": {"cpu": "1000m"},
    }

    assert canonical(given, None) == {"apiVersion": "x/v1", "kind": "X", "metadata": {"name": "a"}, "spec": {"cpu": "1000m"}}


ROUND_TRIP: JsonObject = {
    "properties": {
        "spec": {
            "required": ["names"],
            "properties": {
                "names": {"type": "array"},
                "rayVersion": {"type": "string"},
                "storageClassName": {"type": "string"},
                "labels": {"type": "object", "additionalProperties": {"type": "string"}},
                "emptyDir": {"type": "object", "properties": {}},
                "args": {"type": "array"},
                "hostNetwork": {"type": "boolean"},
                "optional": {"type": "boolean"},
                "initialDelaySeconds": {"type": "integer"},
                "runAsUser": {"type": "integer"},
                "replicas": {"type": "integer", "default": 0},
            },
        }
    }
}
ZEROS: JsonObject = {
    "names": [],
    "rayVersion": "",
    "storageClassName": "",
    "labels": {},
    "emptyDir": {},
    "args": [],
    "hostNetwork": False,
    "optional": False,
    "initialDelaySeconds": 0,
    "runAsUser": 0,
    "replicas": 0,
}


def test_what_go_drops_from_ray_objects_is_left_out() -> None:
    """Kueue and KubeRay write Ray objects back through Go types; required fields, defaults and what Go points to stay."""
    kept = {"names": [], "storageClassName": "", "emptyDir": {}, "optional": False, "runAsUser": 0, "replicas": 0}
    ray: JsonObject = {"apiVersion": "ray.io/v1", "kind": "RayCluster", "metadata": {"name": "a"}, "spec": ZEROS}

    assert canonical(ray, ROUND_TRIP)["spec"] == kept


def test_values_that_are_not_empty_stay() -> None:
    """Only the zero of the field's own type is dropped."""
    given: JsonObject = {"names": ["a"], "args": ["x"], "hostNetwork": True, "initialDelaySeconds": 5, "rayVersion": 0, "replicas": 2}
    ray: JsonObject = {"apiVersion": "ray.io/v1", "kind": "RayCluster", "metadata": {"name": "a"}, "spec": given}

    assert canonical(ray, ROUND_TRIP)["spec"] == given


def test_empty_values_of_other_groups_stay() -> None:
    """Nobody writes these back, and an empty list may mean something."""
    assert canonical(_object(ZEROS), {**ROUND_TRIP})["spec"] == ZEROS
