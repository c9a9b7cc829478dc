"""The root Application: the one that Argo CD is pointed at, which brings all others."""

from __future__ import annotations

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.argocd.application import application
from heliostat.specs.argocd.argo_cd import ArgoCDSpec
from heliostat.specs.argocd.destination import destination
from heliostat.specs.argocd.sync_settings import SyncSettings

FOLDER = "_argocd"
"""Folder of the root Application below out/<environment>/; no app can have this name."""

_SETTINGS = SyncSettings(
    # argocd-cm has other owners too, and a server-side apply leaves their keys alone
    sync_options=["ApplyOutOfSyncOnly=true", "ServerSideApply=true"],
    compare_options=[],
    ignore_differences=[],
)
"""Only what is out of sync is applied and waited for, so that an app which is ill never keeps a new one from coming."""


def root_application(spec: ArgoCDSpec, environment: str, wave: int) -> JsonObject:
    """Write the root Application, which goes to Argo CD's own cluster and is called like the environment.

    It holds itself, so that an edit of it needs nobody at the cluster, and has no finalizer: who deletes it stops the delivery and
    takes nothing away.
    """
    return application(
        spec,
        environment,
        environment=environment,
        folder=FOLDER,
        project=spec.project,
        destination=destination(None, spec.namespace),
        wave=wave,
        settings=_SETTINGS,
    )
