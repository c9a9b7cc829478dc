"""Taints in short form."""

from __future__ import annotations

import pytest

from heliostat.specs.pod.taint import ShortTaint


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nvidia.com/gpu=present:NoSchedule", ShortTaint("nvidia.com/gpu", "present", "NoSchedule")),
        ("spot:NoExecute", ShortTaint("spot", None, "NoExecute")),
        ("pool=cpu", ShortTaint("pool", "cpu", None)),
        ("spot=:PreferNoSchedule", ShortTaint("spot", None, "PreferNoSchedule")),
        ("spot", ShortTaint("spot", None, None)),
    ],
)
def test_every_part_but_the_key_may_be_left_out(text: str, expected: ShortTaint) -> None:
    """An empty value is no value."""
    assert ShortTaint.parse(text) == expected


@pytest.mark.parametrize("text", ["", "=a", ":NoSchedule", "spot:Never", "a b", "a=b=c", "a:NoSchedule:NoExecute"])
def test_other_text_is_refused(text: str) -> None:
    """The message names the three forms."""
    with pytest.raises(ValueError, match="is not of the form key=value:NoSchedule, key:NoSchedule or key"):
        ShortTaint.parse(text)
