"""Names of the resources that pods ask for, and the one that somebody meant by a word of everyday speech."""

from __future__ import annotations

from collections.abc import Mapping

from heliostat.manifests.guess import slip_of

NATIVE = ("cpu", "memory", "ephemeral-storage")
"""Names without a slash that a container may ask for, beside huge pages (kubernetes v1.35, pkg/apis/core/helper/helpers.go)."""

_COUNTED_BY_KUEUE = (*NATIVE, "pods")

_MISSPELT = 0.8
"""Likeness beyond which a name is one of these words misspelt, as `memroy` is."""

_IN_EVERYDAY_SPEECH: Mapping[str, str] = {
    "disk": "ephemeral-storage",
    "gpu": "nvidia.com/gpu",
    "gpus": "nvidia.com/gpu",
    "mem": "memory",
    "nvidia.com/gpus": "nvidia.com/gpu",
    "nvidia/gpu": "nvidia.com/gpu",
    "ram": "memory",
    "tpu": "google.com/tpu",
}


def is_extended(name: str) -> bool:
    """Tell a device such as `nvidia.com/gpu`, which a node may lack and is counted in whole pieces, from CPU, memory and storage."""
    return "/" in name and "kubernetes.io/" not in name


def is_huge(name: str) -> bool:
    """Tell pages of memory of one size, such as `hugepages-2Mi`."""
    return name.startswith("hugepages-")


def compute_resource_fault(name: str) -> str | None:
    """Say why no container can ask for a resource of this name, None when one can."""
    meant = resource_meant(name)
    if meant is None and (name in NATIVE or is_huge(name) or "/" in name):
        return None
    return f"must be {', '.join(NATIVE)} or an extended resource such as nvidia.com/gpu{_did_you_mean(meant)}"


def counted_resource_fault(name: str) -> str | None:
    """Say why Kueue will never count a resource of this name, None when it may: its configuration can make names of its own."""
    meant = resource_meant(name)
    return f"is no resource that pods ask for{_did_you_mean(meant)}" if meant else None


def resource_meant(name: str) -> str | None:
    """Name the resource that somebody meant; None where the name is one, or nothing is close."""
    if name in _COUNTED_BY_KUEUE:
        return None
    return _IN_EVERYDAY_SPEECH.get(name.lower()) or slip_of(name.lower(), _COUNTED_BY_KUEUE, _MISSPELT)


def _did_you_mean(resource: str | None) -> str:
    return f', did you mean "{resource}"' if resource else ""
