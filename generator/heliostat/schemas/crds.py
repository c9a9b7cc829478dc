"""The schemas inside a CustomResourceDefinition, one for each of its versions."""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.structure import list_of, object_of


def schemas_of(crd: JsonObject) -> Iterator[tuple[JsonObject, JsonObject]]:
    """Give the versions of a CRD, each with its schema."""
    for version in map(object_of, list_of(object_of(crd["spec"])["versions"])):
        yield version, object_of(object_of(version["schema"])["openAPIV3Schema"])


def with_schemas(crd: JsonObject, schemas: list[JsonObject]) -> JsonObject:
    """Copy a CRD with other schemas for its versions, in their order."""
    versions: list[JsonValue] = [
        {**version, "schema": {**object_of(version["schema"]), "openAPIV3Schema": schema}}
        for (version, _), schema in zip(schemas_of(crd), schemas, strict=True)
    ]
    return {**crd, "spec": {**object_of(crd["spec"]), "versions": versions}}
