"""Addresses that stand in Git."""

from __future__ import annotations

import pytest

from heliostat.specs.argocd.address import cluster_fault, password_fault, repository_fault


@pytest.mark.parametrize(
    "address",
    [
        "https://git.example.com/team/r.git",
        "https://organisation@dev.azure.com/organisation/project/_git/r",
        "ssh://git@git.example.com:2222/team/r.git",
        "git@git.example.com:team/r.git",
        "git.example.com:team/r.git",
        "file:///srv/r.git",
        "https://git.example.com/a:b@c/r.git",
    ],
)
def test_a_repository_is_a_url_or_the_short_form_of_ssh(address: str) -> None:
    """A user alone is none of our business; neither is what stands in the path."""
    assert repository_fault(address) is None


@pytest.mark.parametrize("address", ["", "r", "git.example.com/team/r.git", "/srv/r.git", "https://git.example.com/my r.git"])
def test_nothing_else_is_one(address: str) -> None:
    """Git would look for it in a folder of Argo CD's."""
    assert repository_fault(address) is not None


@pytest.mark.parametrize("name", ["prod-eu", "arn:aws:eks:eu-west-1:1:cluster/prod", "https://10.0.0.1:6443"])
def test_a_cluster_has_a_name_or_an_address(name: str) -> None:
    """A name is whatever somebody gave it in Argo CD."""
    assert cluster_fault(name) is None


def test_a_password_is_refused_and_not_shown() -> None:
    """The message goes to logs, where more people read it than Git."""
    for fault in (repository_fault, cluster_fault, password_fault):
        assert fault("https://ci:hunter2@git.example.com/r.git") == "must hold no password, which Argo CD reads from a Secret of its own"
