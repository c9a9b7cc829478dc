"""The head of a manifest: apiVersion, kind and metadata, which others read before any schema is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heliostat.manifests.shown_value import shown_value


def head_faults(body: Mapping[str, object]) -> Iterator[str]:
    """Say what is missing, and what is of another type than Kubernetes reads; cdk8s would take a list of labels for a mapping."""
    metadata = body.get("metadata")
    if metadata is not None and not isinstance(metadata, Mapping):
        yield f"metadata: must be a mapping, got {shown_value(metadata)}"
        return
    metadata = metadata or {}
    texts = {"apiVersion": body.get("apiVersion"), "kind": body.get("kind"), "metadata.name": metadata.get("name")}
    missing = [key for key, value in texts.items() if value is None or value == ""]
    if missing:
        yield f"has no {' and no '.join(missing)}"
    namespace = metadata.get("namespace")
    for key, value in [*texts.items(), ("metadata.namespace", namespace)]:
        if value is not None and not isinstance(value, str):
            yield f"{key}: must be text, got {shown_value(value)}"
    for key in ("labels", "annotations"):
        yield from _text_faults(f"metadata.{key}", metadata.get(key))
    for key in ("finalizers", "ownerReferences"):
        value = metadata.get(key)
        if value is not None and not isinstance(value, list | tuple):
            yield f"metadata.{key}: must be a list, got {shown_value(value)}"


def _text_faults(place: str, value: object) -> Iterator[str]:
    if value is None:
        return
    if not isinstance(value, Mapping):
        yield f"{place}: must be a mapping, got {shown_value(value)}"
        return
    for key, item in value.items():
        if not isinstance(key, str):
            yield f"{place}: has the key {shown_value(key)}, which must be text"
        elif not isinstance(item, str | None):
            yield f'{place}["{key}"]: must be text, got {shown_value(item)}'
