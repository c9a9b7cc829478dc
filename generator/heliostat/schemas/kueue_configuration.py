"""The schema of Kueue's configuration file, which Kueue reads strictly: it exits at a field that it does not know.

It is compiled from the Go types of Kueue's `apis/config/v1beta2` by `tests/upstream/kueue_install` (a CRD there is none), in the words
of a CRD's schema.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.store import Schema
from heliostat.schemas.targets import Targets, minor

API_VERSION, KIND = "config.kueue.x-k8s.io/v1beta2", "Configuration"

SINCE = "0.19"
"""The first version whose configuration, and so whose installation, is known."""

_FOLDER = Path(__file__).parent / "configurations"


def configuration_file(version: str) -> Path:
    """Name the file with the schema of a minor version's configuration."""
    return _FOLDER / f"kueue-{minor(version)}.json"


def configuration_schema(targets: Targets) -> Schema:
    """Give the schema of the configuration that the target's Kueue reads."""
    return _schema(configuration_file(targets.kueue))


@cache
def _schema(file: Path) -> Schema:
    document: JsonObject = json.loads(file.read_bytes())
    return Schema(
        api_version=API_VERSION,
        kind=KIND,
        plural="configurations",
        namespaced=False,
        source=f"Kueue {file.stem.removeprefix('kueue-')}",
        document={**document, "$defs": {}},
    )
