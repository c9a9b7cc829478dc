"""Durations as Go's `time.ParseDuration` reads them: `90s`, `1h30m`, `1.5h`."""

from __future__ import annotations

import re
from fractions import Fraction

_UNITS = {
    "ns": Fraction(1, 10**9),
    "us": Fraction(1, 10**6),
    "µs": Fraction(1, 10**6),
    "μs": Fraction(1, 10**6),
    "ms": Fraction(1, 1000),
    "s": Fraction(1),
    "m": Fraction(60),
    "h": Fraction(3600),
}
_LARGEST = Fraction(2**63 - 1, 10**9)
"""What fits into the nanoseconds of a Go duration, 292 years."""

_LONGEST = 100
"""Characters that anybody writes; Go takes zeros without end."""

_PART = re.compile(r"(?P<number>[0-9]+\.?[0-9]*|\.[0-9]+)(?P<unit>ns|us|µs|μs|ms|s|m|h)")
_DURATION = re.compile(rf"(?P<sign>[+-]?)(?P<parts>0|(?:{re.sub(r'[?]P<[a-z]+>', '?:', _PART.pattern)})+)")


def duration_seconds(text: str) -> Fraction | None:
    """Read a duration; None when it is none."""
    found = _DURATION.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        return None
    seconds = sum((Fraction(part["number"].rstrip(".")) * _UNITS[part["unit"]] for part in _PART.finditer(found["parts"])), Fraction(0))
    if seconds > _LARGEST:
        return None
    return -seconds if found["sign"] == "-" else seconds
