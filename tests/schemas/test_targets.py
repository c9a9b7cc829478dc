"""Targets are versions that Heliostat knows."""

from __future__ import annotations

import re
from dataclasses import fields
from enum import Enum
from typing import Any

import pytest

from heliostat.manifests.errors import ConfigurationError
from heliostat.schemas.store import schema_for
from heliostat.schemas.targets import SUPPORTED, Targets, at_least, minor


def test_wrong_versions_are_told_together() -> None:
    """What is no version and what is not supported come in one message."""
    told = r"kuberay='1\.3\.0' is not supported; Heliostat knows 1\.5, 1\.6, 1\.7\n.*ray='nightly' is not a version"
    with pytest.raises(ConfigurationError, match=told):
        Targets(kuberay="1.3.0", ray="nightly")


def test_what_cannot_be_a_version_is_described() -> None:
    """Numbers, and digits that Python does not read."""
    wrong: Any = {"kuberay": 10**5000, "kueue": "9" * 5000, "kubernetes": 1.35}
    with pytest.raises(ConfigurationError) as refused:
        Targets(**wrong)

    assert [line.partition("Targets: ")[2].partition(" is not")[0] for line in str(refused.value).splitlines()] == [
        "kuberay=a number of about 5000 digits",
        f"kueue='{'9' * 78}…",
        "kubernetes=1.35",
    ]


def test_text_is_taken_for_what_it_holds() -> None:
    """Not for what its class prints."""

    class Version(str, Enum):  # noqa: UP042  # StrEnum prints its text, this does not
        NEWEST = "1.7.0"

    assert f"{Targets(kuberay=Version.NEWEST).kuberay}" == "1.7.0"


def test_an_argocd_that_is_not_known_is_no_hindrance() -> None:
    """Whoever does not ask for Argo CD's objects runs the version that they like; their kinds are then not known."""
    targets = Targets(argocd="2.14.0")

    assert schema_for("argoproj.io/v1alpha1", "Application", targets) is None
    assert schema_for("argoproj.io/v1alpha1", "Application", Targets()) is not None


def test_versions_compare_by_number() -> None:
    """1.10 is newer than 1.9, and a patch belongs to its minor."""
    assert (at_least("1.10.0", "1.9"), at_least("2.51.1", "2.52"), minor("1.7.3")) == (True, False, "1.7")


def test_help_names_the_versions_that_are_known() -> None:
    """The docstring describes every product, with the minor versions of those that are held to some."""
    described = dict(re.findall(r"^ +(\w+): .*; (.*)\.$", str(Targets.__doc__), re.MULTILINE))
    known = {product: tuple(re.findall(r"\d+\.\d+", text)) for product, text in described.items() if text != "any version"}

    assert list(described) == [product.name for product in fields(Targets)]
    assert known == SUPPORTED
