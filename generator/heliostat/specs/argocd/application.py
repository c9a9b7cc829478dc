"""Applications: one for every app."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.argocd.argo_cd import ArgoCDSpec
from heliostat.specs.argocd.order import WAVE
from heliostat.specs.argocd.sync_settings import COMPARE_OPTIONS, SyncSettings

FINALIZER = "resources-finalizer.argocd.argoproj.io"
"""On an Application: what it holds goes before it does; on an AppProject: its Applications do (argo-cd 3.6)."""

BACKGROUND_FINALIZER = f"{FINALIZER}/background"
"""The same, but for that no object waits for its dependents, which the garbage collector deletes when it has gone."""

RETRY: JsonObject = {"limit": 10, "refresh": True, "backoff": {"duration": "10s", "factor": 2, "maxDuration": "3m"}}
"""Some twenty minutes of trying, after that the next commit; `refresh` has a commit that comes meanwhile tried in place of the old one."""


def application(
    spec: ArgoCDSpec,
    name: str,
    *,
    environment: str,
    folder: str,
    project: str,
    destination: JsonObject,
    wave: int,
    settings: SyncSettings,
    finalizers: Sequence[str] = (),
) -> JsonObject:
    """Write an Application.

    Args:
        spec: what the environment says about its delivery.
        name: name of the Application.
        environment: name of the environment.
        folder: folder below out/<environment>/ that it delivers.
        project: name of its AppProject.
        destination: where it goes.
        wave: when the root Application applies it.
        settings: how it is compared and applied.
        finalizers: what has to happen before it goes.
    """
    annotations: JsonObject = {WAVE: str(wave)}
    if settings.compare_options:
        annotations[COMPARE_OPTIONS] = ",".join(settings.compare_options)
    metadata: JsonObject = {
        "name": name,
        "namespace": spec.namespace,
        "labels": {"app.kubernetes.io/part-of": environment},
        "annotations": annotations,
    }
    if finalizers:
        metadata["finalizers"] = [*finalizers]
    body: JsonObject = {
        "project": project,
        "source": {
            "repoURL": spec.repository,
            "targetRevision": spec.revision,
            "path": (PurePosixPath(spec.path) / environment / folder).as_posix(),
            "directory": {"recurse": True},
        },
        "destination": destination,
        "syncPolicy": {
            "automated": {"prune": True, "selfHeal": True},
            "syncOptions": [*settings.sync_options],
            "retry": RETRY,
        },
    }
    if settings.ignore_differences:
        body["ignoreDifferences"] = [*settings.ignore_differences]
    return {"apiVersion": "argoproj.io/v1alpha1", "kind": "Application", "metadata": metadata, "spec": body}
