"""A waiver says who accepts what, why, and until when."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.waiver import Waiver


def test_all_that_is_wrong_is_told_with_its_line() -> None:
    """A reason is text, and a day has no hours."""
    wrong: Any = {"policy": "unpinned_image", "reason": 3, "owner": None, "until": datetime(2030, 1, 1)}
    with pytest.raises(ConfigurationError) as refused:
        Waiver(**wrong)

    assert [line.partition("test_waiver.py:")[2].partition(": ")[2] for line in str(refused.value).splitlines()] == [
        "Waiver: reason: must be text, got 3",
        "Waiver: owner: must be text, got None",
        "Waiver: until: must be a day such as date(2030, 1, 31), got datetime.datetime(2030, 1, 1, 0, 0)",
    ]


def test_a_right_one() -> None:
    """What was given stays."""
    assert Waiver("unpinned_image", "a demo", "vision", date(2030, 1, 1)).until == date(2030, 1, 1)
