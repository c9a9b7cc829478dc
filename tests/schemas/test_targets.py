"""Targets are versions that Heliostat knows."""

from __future__ import annotations

import pytest

from heliostat.manifests.errors import ConfigurationError
from heliostat.schemas.targets import Targets, at_least, minor


def test_wrong_versions_are_told_together() -> None:
    """What is no version and what is not supported come in one message."""
    told = r"kuberay='1\.3\.0' is not supported; Heliostat knows 1\.5, 1\.6, 1\.7\n.*ray='nightly' is not a version"
    with pytest.raises(ConfigurationError, match=told):
        Targets(kuberay="1.3.0", ray="nightly")


def test_versions_compare_by_number() -> None:
    """1.10 is newer than 1.9, and a patch belongs to its minor."""
    assert (at_least("1.10.0", "1.9"), at_least("2.51.1", "2.52"), minor("1.7.3")) == (True, False, "1.7")
