"""What Argo CD goes by when it tells kinds apart: the API group and the kind, in any version."""

from __future__ import annotations

from typing import TypeAlias

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.structure import object_of

GroupKind: TypeAlias = tuple[str, str]

KUEUE = "kueue.x-k8s.io"
RAY = "ray.io"
APPLICATION: GroupKind = ("argoproj.io", "Application")
CRD: GroupKind = ("apiextensions.k8s.io", "CustomResourceDefinition")


def group_kind_of(body: JsonObject) -> GroupKind:
    """Read group and kind of a manifest; those of the core API have the group ""."""
    return str(body.get("apiVersion")).rpartition("/")[0], str(body.get("kind"))


def defined_by(crd: JsonObject) -> GroupKind:
    """Read which kind a CustomResourceDefinition brings."""
    spec = object_of(crd.get("spec"))
    return str(spec.get("group")), str(object_of(spec.get("names")).get("kind"))


def namespace_of(body: JsonObject) -> str | None:
    """Read the namespace that a manifest names."""
    namespace = object_of(body.get("metadata")).get("namespace")
    return namespace if isinstance(namespace, str) else None
