"""What every object has, and a schema need not say: `apiVersion`, `kind` and `metadata`.

Source: k8s.io/apiextensions-apiserver v0.35.4, pkg/apiserver/schema/objectmeta/validation.go.
"""

from __future__ import annotations

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.structure import REFERENCE, list_of, object_of


def with_type_and_metadata(schema: JsonObject) -> JsonObject:
    """Add the three to the schema of an object, the root of a manifest or an embedded one.

    A CRD may limit `metadata.name` and `metadata.generateName`; such limits are kept as one more condition.
    """
    properties = object_of(schema.get("properties"))
    text: JsonObject = {"type": "string", "minLength": 1}
    limits = object_of(object_of(properties.get("metadata")).get("properties"))
    metadata: JsonObject = {"$ref": f"{REFERENCE}meta.v1.ObjectMeta"}
    if limits:
        metadata["allOf"] = [{"properties": limits}]
    return {
        **schema,
        "required": [*list_of(schema.get("required")), "apiVersion", "kind"],
        "properties": {**properties, "apiVersion": text, "kind": text, "metadata": metadata},
    }
