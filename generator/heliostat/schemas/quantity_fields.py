"""Which fields hold a quantity (`500m`, `16Gi`), which a CRD says only by the pattern that controller-gen writes for them."""

from __future__ import annotations

from heliostat.manifests.json_value import JsonObject

PATTERN = r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$"
"""sigs.k8s.io/controller-tools v0.20.1, pkg/crd/known_types.go."""

FORMAT = "quantity"
"""What a loaded schema says as `format` where a quantity stands."""


def is_quantity(schema: JsonObject) -> bool:
    """Tell whether a schema of a CRD is the one of a quantity."""
    return schema.get("x-kubernetes-int-or-string") is True and schema.get("pattern") == PATTERN


def mark_quantity(schema: JsonObject) -> JsonObject:
    """Say of a quantity that it is one; other schemas come back as they are."""
    return {**schema, "format": FORMAT} if is_quantity(schema) else schema
