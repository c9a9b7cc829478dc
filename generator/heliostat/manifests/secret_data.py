"""Secrets that would stand in Git with what they hold."""

from __future__ import annotations

from heliostat.manifests.json_value import JsonObject

_HOLDING = ("data", "stringData")


def secret_data_fault(body: JsonObject) -> str | None:
    """Say that a Secret holds data; None for one that is there to be filled in the cluster, and for every other kind.

    An ExternalSecret fetches its data in the cluster, and a SealedSecret holds them encrypted.
    """
    if body.get("kind") != "Secret" or body.get("apiVersion") != "v1":
        return None
    held = next((key for key in _HOLDING if body.get(key)), None)
    if held is None:
        return None
    return f"{held}: must not be rendered, where everybody with the repository reads it; expected an ExternalSecret or a SealedSecret"
