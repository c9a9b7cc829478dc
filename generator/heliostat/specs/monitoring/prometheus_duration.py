"""Durations as Prometheus reads them: `30s`, `1h30m`, `3d`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from heliostat.specs.arguments import Problem

_UNITS = {"y": 365 * 86_400, "w": 7 * 86_400, "d": 86_400, "h": 3600, "m": 60, "s": 1}
_DURATION = re.compile("".join(f"(?:(?P<{unit}>[0-9]{{1,9}}){unit})?" for unit in _UNITS))


def duration_seconds(text: str) -> int | None:
    """Read a duration in whole seconds, its units from the largest down; None when it is none, or none at all.

    Source: prometheus/common v0.67.4, model/time.go, ParseDuration; milliseconds are left out, as nothing here is that short.
    """
    found = _DURATION.fullmatch(text)
    if found is None:
        return None
    return sum(int(number) * _UNITS[unit] for unit, number in found.groupdict().items() if number) or None


def duration_problems(durations: Mapping[str, str | None]) -> Iterator[Problem]:
    """Name the arguments that are given and are no duration, or one of no time."""
    for argument, text in durations.items():
        if text is not None and duration_seconds(text) is None:
            yield Problem(argument, f"must be a duration such as 30s, 1h30m or 3d, got {text!r}")
