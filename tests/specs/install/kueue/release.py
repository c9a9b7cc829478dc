"""Digests of what upstream builds for a release of Kueue, and how an object is made comparable with them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from heliostat.manifests.canonical import canonical
from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.store import schema_for
from heliostat.schemas.targets import Targets
from heliostat.specs.install.crds import SYNC_OPTIONS
from heliostat.specs.install.kueue.controller_manager import CHECKSUM
from tests.schemas.digests import digest

TABLE = Path(__file__).with_name("release.json")
"""By kind, namespace and name; `tests/upstream` holds them against the release, and says how they are taken anew."""

BUILT = "us-central1-docker.pkg.dev/k8s-staging-images/kueue/kueue:main"
"""The image in upstream's branch; a release is built with its own, which is our default."""


def without_our_own(objects: Sequence[Any]) -> list[Any]:
    """Copy objects as they are stored, without what we add on purpose: Argo CD's options on CRDs, and the annotation by which new pods
    follow a new configuration. The configuration is read, since upstream writes it with comments.
    """
    made: list[Any] = [canonical(each, _schema_of(each)) for each in json.loads(json.dumps(objects))]
    for each in made:
        for key in SYNC_OPTIONS:
            each["metadata"].get("annotations", {}).pop(key, None)
        if each["kind"] == "Deployment":
            each["spec"]["template"]["metadata"]["annotations"].pop(CHECKSUM, None)
        elif each["kind"] == "ConfigMap":
            each["data"] = {file: yaml.safe_load(text) for file, text in each["data"].items()}
    return made


def _schema_of(each: Any) -> JsonObject | None:
    schema = schema_for(each["apiVersion"], each["kind"], Targets())
    return None if schema is None else schema.document


def digests(objects: Sequence[Any]) -> dict[str, str]:
    """Name each object, without its descriptions, by its digest."""
    return {
        "/".join((each["kind"], each["metadata"].get("namespace", ""), each["metadata"]["name"])): digest(each)
        for each in without_our_own(objects)
    }


def text_of(table: dict[str, str]) -> str:
    """Write the table, equal ones as equal bytes."""
    return json.dumps(table, indent=1, sort_keys=True) + "\n"
