"""Arguments that the target does not know yet."""

from __future__ import annotations

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem
from heliostat.specs.version_need import version_problems


def test_an_argument_is_refused_below_the_version_that_brought_it() -> None:
    """The message names the product, the version that is needed, and the target."""
    expected = [Problem("tls", "needs KubeRay 1.7, the target is 1.6.2")]

    assert list(version_problems("tls", "kuberay", "1.7", Targets(kuberay="1.6.2"))) == expected


def test_an_argument_is_taken_from_that_version_on() -> None:
    """A patch release counts as its minor version."""
    assert list(version_problems("tls", "kuberay", "1.7", Targets(kuberay="1.7.0"))) == []
