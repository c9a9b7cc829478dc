"""Objects as an environment renders them, for saying how they are delivered."""

from __future__ import annotations

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.manifest import Manifest
from heliostat.manifests.origin import Frame, Origin


def made(
    api_version: str,
    kind: str,
    name: str,
    namespace: str | None = None,
    *,
    line: int = 1,
    labels: JsonObject | None = None,
    annotations: JsonObject | None = None,
    **fields: JsonValue,
) -> Manifest:
    """Make a manifest that stands on some line of prod.py."""
    given: JsonObject = {"name": name, "namespace": namespace, "labels": labels, "annotations": annotations}
    metadata: JsonObject = {key: value for key, value in given.items() if value is not None}
    body: JsonObject = {"apiVersion": api_version, "kind": kind, "metadata": metadata, **fields}
    return Manifest(body, Origin((Frame("prod.py", line),)), name)


def kueue(kind: str, name: str, namespace: str | None = None, *, line: int = 1) -> Manifest:
    """Make an object of Kueue."""
    return made("kueue.x-k8s.io/v1beta2", kind, name, namespace, line=line)


def ray(kind: str, name: str, namespace: str, *, line: int = 1, **spec: JsonValue) -> Manifest:
    """Make an object of Ray in a queue."""
    return made("ray.io/v1", kind, name, namespace, line=line, labels={"kueue.x-k8s.io/queue-name": "default"}, spec=spec)


def team(name: str, namespace: str | None = None, *, line: int = 1) -> Manifest:
    """Make the Namespace of a team."""
    return made("v1", "Namespace", namespace or name, line=line, labels={"heliostat.dev/team": name})


def crd(kind: str, group: str, *, annotations: JsonObject | None = None, description: str = "") -> Manifest:
    """Make a CustomResourceDefinition."""
    spec: JsonObject = {"group": group, "names": {"kind": kind}, "description": description}
    return made("apiextensions.k8s.io/v1", "CustomResourceDefinition", f"{kind.lower()}s.{group}", annotations=annotations, spec=spec)


def bodies(*manifests: Manifest) -> list[JsonObject]:
    """Take the bodies of manifests."""
    return [each.body for each in manifests]
