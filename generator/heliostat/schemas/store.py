"""Which schema a kind has under the versions that an environment runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Schema:
    """What the API server knows of one version of one kind."""

    api_version: str
    kind: str
    plural: str
    namespaced: bool
    document: JsonObject
    """JSON Schema; shared subtrees stand under `$defs` and are named by `{"$ref": "#/$defs/…"}`."""


def schema_for(api_version: str, kind: str, targets: Targets, folder: Path | None = None) -> Schema | None:
    """Find the schema of a kind, None where it is not known.

    Args:
        api_version: group and version as a manifest spells them, `ray.io/v1` or `v1`.
        kind: the kind as a manifest spells it.
        targets: the versions that the environment runs.
        folder: where a project keeps the schemas that it imported itself; these come before the ones that Heliostat brings.
    """
    return None
