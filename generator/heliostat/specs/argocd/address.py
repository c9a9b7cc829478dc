"""Addresses of repositories and clusters, as Argo CD knows them; they stand in Git for all its readers."""

from __future__ import annotations

import re

_PASSWORD = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/@]*:[^/@]+@")
_REPOSITORY = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+|[^\s/:]+:\S+")
"""A URL, or the short form of SSH."""


def repository_fault(address: str) -> str | None:
    """Say what is wrong with the address of a Git repository, None when nothing is."""
    if fault := password_fault(address):
        return fault
    if not address or address.split() != [address]:
        return f"must be given and have no spaces, got {address!r}"
    if not _REPOSITORY.fullmatch(address):
        return f"must be a URL such as https://git.example.com/team/repository.git, got {address!r}"
    return None


def cluster_fault(name: str) -> str | None:
    """Say what is wrong with the name of a cluster or the URL of its API server, None when nothing is."""
    if fault := password_fault(name):
        return fault
    if not name.strip() or name != name.strip() or name == "*":
        return f"must be the name of one cluster in Argo CD or the URL of its API server, got {name!r}"
    return None


def password_fault(address: str) -> str | None:
    """Refuse a password in an address, without showing it."""
    return "must hold no password, which Argo CD reads from a Secret of its own" if _PASSWORD.match(address) else None
