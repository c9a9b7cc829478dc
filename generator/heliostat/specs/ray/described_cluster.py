"""Where a finished Ray object describes its cluster."""

from __future__ import annotations

from collections.abc import Mapping

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.structure import object_of

CLUSTER_PATHS: Mapping[str, str] = {
    "RayCluster": "spec",
    "RayJob": "spec.rayClusterSpec",
    "RayService": "spec.rayClusterConfig",
    "RayCronJob": "spec.jobTemplate.rayClusterSpec",
}
"""Paths of the cluster's spec, by kind."""


def value_at(body: JsonObject, path: str) -> JsonValue:
    """Read what stands at a path of keys; None where nothing does."""
    value: JsonValue = body
    for key in path.split("."):
        value = object_of(value).get(key)
    return value


def described_cluster(body: JsonObject) -> JsonObject:
    """Read the spec of the cluster that a manifest describes; empty for what is no Ray object."""
    path = CLUSTER_PATHS.get(str(body.get("kind"))) if body.get("apiVersion") == "ray.io/v1" else None
    return object_of(value_at(body, path)) if path is not None else {}
