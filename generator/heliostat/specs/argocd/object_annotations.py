"""What Argo CD has to know of single objects, as annotations on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.structure import object_of
from heliostat.specs.argocd.group_kind import CRD, KUEUE, GroupKind, group_kind_of
from heliostat.specs.argocd.order import WAVE, object_waves

SYNC_OPTIONS = "argocd.argoproj.io/sync-options"
_CONFIRMED = frozenset({CRD, (KUEUE, "ClusterQueue"), (KUEUE, "Cohort"), (KUEUE, "ResourceFlavor")})
"""With a CRD go all objects of its kind, with the others the quota of several teams: somebody has to say yes before they go."""


def annotated(bodies: Sequence[JsonObject]) -> list[JsonObject]:
    """Give the objects of one Application their waves, and have the removal of the gravest ones confirmed.

    What an object's author wrote stays as it is. Ray objects are never touched: whatever changes on a queued one applies it anew,
    and that takes away what Kueue gave its workers.
    """
    waves = object_waves(bodies)
    return [_annotated(body, waves) for body in bodies]


def options_in(body: JsonObject) -> dict[str, str]:
    """Read the sync options of one object, by their name."""
    text = object_of(object_of(body.get("metadata")).get("annotations")).get(SYNC_OPTIONS)
    given = (part.strip().partition("=") for part in text.split(",")) if isinstance(text, str) else ()
    return {name: value for name, _, value in given if name}


def confirmed(body: JsonObject) -> str:
    """Write the sync options of an object that goes only when somebody has said yes, beside those that it has."""
    return ",".join(f"{name}={value}" for name, value in {"Delete": "confirm", "Prune": "confirm", **options_in(body)}.items())


def _annotated(body: JsonObject, waves: Mapping[GroupKind, int]) -> JsonObject:
    kind = group_kind_of(body)
    made: dict[str, str] = {}
    if kind in waves:
        made[WAVE] = str(waves[kind])
    if kind in _CONFIRMED:
        made[SYNC_OPTIONS] = confirmed(body)
    if not made:
        return body
    metadata = object_of(body.get("metadata"))
    annotations = object_of(metadata.get("annotations"))
    kept = {key: value for key, value in annotations.items() if key != SYNC_OPTIONS}
    return {**body, "metadata": {**metadata, "annotations": {**made, **kept}}}
