"""How a job in Git is run again.

KubeRay runs a RayJob once: it never looks at the spec of a finished one again. Argo CD only applies; so what an edit means must be said.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.specs.arguments import Problem
from heliostat.specs.object_spec import merged

Rerun: TypeAlias = Literal["content-hash", "replace", "hook"]

HASH_LENGTH = 8
"""Hexadecimal digits that `content-hash` appends to the name, after a `-`."""

_SYNC_OPTIONS = "argocd.argoproj.io/sync-options"
_ANNOTATIONS: Mapping[Rerun, Mapping[str, str]] = {
    "content-hash": {},
    "replace": {_SYNC_OPTIONS: "Force=true,Replace=true"},
    "hook": {"argocd.argoproj.io/hook": "Sync", "argocd.argoproj.io/hook-delete-policy": "BeforeHookCreation"},
}

_UNCHANGEABLE = "kueue.x-k8s.io/"
"""Labels and annotations that Kueue lets nobody change on a job which it has admitted."""


def rerun_annotations(rerun: Rerun | None) -> dict[str, str]:
    """Write what makes Argo CD run the job again (3.6, `user-guide/sync-options.md` and `user-guide/resource_hooks.md`)."""
    return dict(_ANNOTATIONS[rerun]) if rerun is not None else {}


def rerun_problems(rerun: Rerun | None, annotations: Mapping[str, str], *, queued: bool) -> Iterator[Problem]:
    """Check how a job is run again against its own annotations and its queue."""
    for key in rerun_annotations(rerun):
        if key in annotations:
            yield Problem(f'annotations["{key}"]', f'must be left out with rerun="{rerun}", which sets it')
    if rerun == "hook" and queued:
        yield Problem("rerun", 'must not be "hook" in a queue, since the sync would wait until the job has got its quota and ended')


def with_content_hash(body: JsonObject) -> JsonObject:
    """Append a hash of what would run to the object's name: of its spec, and of what Kueue reads beside it."""
    metadata = body["metadata"]
    assert isinstance(metadata, dict)
    digest = hashlib.sha256(json.dumps([body["spec"], _queueing(metadata)], sort_keys=True).encode()).hexdigest()
    return merged(body, {"metadata": {"name": f"{metadata['name']}-{digest[:HASH_LENGTH]}"}})


def _queueing(metadata: JsonObject) -> list[JsonValue]:
    return [
        {key: value for key, value in entries.items() if key.startswith(_UNCHANGEABLE)}
        for part in ("labels", "annotations")
        if isinstance(entries := metadata.get(part, {}), dict)
    ]
