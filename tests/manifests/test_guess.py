"""A word that does not exist leads to the one that was meant."""

from __future__ import annotations

import pytest

from heliostat.manifests.guess import did_you_mean, slip_of

KNOWN = ["env", "env_from", "gpus", "image", "image_pull_policy", "memory", "min_replicas", "name", "namespace", "replicas", "up"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("memroy", "memory"),
        ("name_space", "namespace"),
        ("replica", "replicas"),
        ("environment", "env"),
        ("env_vars", "env"),
        ("memory_limit", "memory"),
        ("mem", "memory"),
        ("image_pull", "image_pull_policy"),
        ("minimum_replicas", "min_replicas"),
    ],
)
def test_the_closest_word_is_offered(word: str, meant: str) -> None:
    """A slip of the pen comes before a word that is cut off or goes on, and that before a word that is merely alike."""
    assert did_you_mean(word, KNOWN) == f', did you mean "{meant}"'


@pytest.mark.parametrize("word", ["", "x", "upper", "upstream", "serviceAccount"])
def test_nothing_is_offered_where_nothing_is_close(word: str) -> None:
    """A word of two letters begins too many others to mean one of them."""
    assert did_you_mean(word, KNOWN) == ""


@pytest.mark.parametrize(("word", "slip"), [("memorry", "memory"), ("replica", "replicas"), ("memory_limit", None), ("zone", None)])
def test_a_slip_of_the_pen(word: str, slip: str | None) -> None:
    """A word that goes on is another one."""
    assert slip_of(word, KNOWN) == slip
