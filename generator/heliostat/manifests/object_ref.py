"""What tells one Kubernetes object from another."""

from __future__ import annotations

from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject


@dataclass(frozen=True, slots=True, order=True)
class ObjectRef:
    """The identity of an object in a cluster: API group, kind, namespace, name.

    The API version is not part of it: `v1beta1` and `v1beta2` of one object are the same object.
    """

    group: str
    kind: str
    namespace: str | None
    name: str

    @classmethod
    def of(cls, body: JsonObject) -> ObjectRef:
        """Read the identity of a manifest that has `apiVersion`, `kind` and `metadata.name`.

        Raises:
            ValueError: naming the first of the three that is missing or not text.
        """
        api_version, kind, metadata = body.get("apiVersion"), body.get("kind"), body.get("metadata")
        if not isinstance(api_version, str) or not api_version:
            raise ValueError("has no apiVersion")
        if not isinstance(kind, str) or not kind:
            raise ValueError("has no kind")
        name = metadata.get("name") if isinstance(metadata, dict) else None
        if name is not None and not isinstance(name, str):
            raise ValueError(f"has the metadata.name {name!r}, which is not text")
        if not name:
            raise ValueError("has no metadata.name")
        namespace = metadata.get("namespace") if isinstance(metadata, dict) else None
        if namespace is not None and not isinstance(namespace, str):
            raise ValueError("has a metadata.namespace that is not text")
        group = api_version.rpartition("/")[0]
        return cls(group, kind, namespace or None, name)

    def __str__(self) -> str:
        return f"{self.kind} {self.namespace}/{self.name}" if self.namespace else f"{self.kind} {self.name}"
