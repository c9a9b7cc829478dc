"""A value is shown on one line and short, whatever its class makes of that."""

from __future__ import annotations

import pytest

from heliostat.manifests.shown_value import Unreadable, one_line, shown_value


class Silent:
    """Has no text."""

    def __repr__(self) -> str:
        raise RuntimeError("not now")


class Table:
    """Has a text of several lines."""

    def __repr__(self) -> str:
        return "a  b\n1  2"


VALUES: dict[str, tuple[object, str]] = {
    "text": ("a\nb", r"'a\nb'"),
    "a number": (1, "1"),
    "a set": ({1}, "{1} (set)"),
    "long text": ("x" * 100, f"'{'x' * 78}…"),
    "a number that Python does not print": (10**5000, "a number of about 5000 digits"),
    "a list with one": ([10**5000], "a value of the class list, which cannot be shown (ValueError)"),
    "a value with an address": (object(), "<object object> (object)"),
    "a value without text": (Silent(), "a value of the class Silent, which cannot be shown (RuntimeError)"),
    "a value with several lines": (Table(), "a b 1 2 (Table)"),
    "what stands for a value": (Unreadable("a list that holds itself"), "a list that holds itself"),
}


@pytest.mark.parametrize("case", VALUES)
def test_how_a_value_is_shown(case: str) -> None:
    """One line of at most 80 characters without addresses, and the class where the text does not tell it."""
    value, shown = VALUES[case]

    assert shown_value(value) == shown


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ('RayJob "train": workers', 'RayJob "train": workers'),
        ('RayJob "a\n\x1b[31mb\ud800": é', r'RayJob "a\n\x1b[31mb\ud800": é'),
        ("a" * 5000, f"{'a' * 1000} … {'a' * 1000}"),
    ],
    ids=["plain", "controls", "long"],
)
def test_a_message_is_one_line(message: str, told: str) -> None:
    """What an author's text holds neither breaks the line nor colours it, and nobody has to scroll past it."""
    assert one_line(message) == told
