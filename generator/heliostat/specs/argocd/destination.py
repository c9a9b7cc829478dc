"""Which cluster an Application goes to."""

from __future__ import annotations

from heliostat.manifests.json_value import JsonObject

ARGOCDS_OWN = "https://kubernetes.default.svc"
"""The API server of the cluster that Argo CD itself runs in (argo-cd 3.6, docs/operator-manual/declarative-setup.md)."""


ANYWHERE = "*"
"""Every cluster that Argo CD knows, in an AppProject."""


def is_argo_cds_own(cluster: str | None) -> bool:
    """Tell whether a cluster is known to be the one that Argo CD itself runs in, which it calls `in-cluster` too."""
    return cluster in (None, ARGOCDS_OWN, "in-cluster")


def destination(cluster: str | None, namespace: str | None = None) -> JsonObject:
    """Write a destination.

    Args:
        cluster: name of a cluster in Argo CD or URL of its API server, `*` for any; None for the cluster that Argo CD itself runs in.
        namespace: namespace by which an AppProject lets it through.
    """
    is_name = cluster is not None and cluster != ANYWHERE and "://" not in cluster
    where: JsonObject = {"name": cluster} if is_name else {"server": cluster or ARGOCDS_OWN}
    return where if namespace is None else {**where, "namespace": namespace}
