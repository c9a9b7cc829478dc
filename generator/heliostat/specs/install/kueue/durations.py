"""Durations in Kueue's configuration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heliostat.manifests.go_duration import duration_seconds
from heliostat.specs.arguments import Problem

_NANOSECONDS = 10**9


def duration_problems(durations: Mapping[str, str | None], *, positive: bool = False) -> Iterator[Problem]:
    """Name what is no duration, or a negative one.

    Args:
        durations: what was given, by argument.
        positive: whether zero is refused too.
    """
    for argument, text in durations.items():
        seconds = None if text is None else duration_seconds(text)
        if text is not None and seconds is None:
            yield Problem(argument, f"must be a duration such as 5m or 1h30m, got {text!r}")
        elif seconds is not None and (seconds < 0 or (positive and not seconds)):
            yield Problem(argument, f"must {'be more than 0s' if positive else 'not be negative'}, got {text!r}")


def nanoseconds(text: str) -> int:
    """Read a duration that Go stores as a plain number.

    Raises:
        ValueError: it is none.
    """
    seconds = duration_seconds(text)
    if seconds is None:
        raise ValueError(f"{text!r} is no duration")
    return int(seconds * _NANOSECONDS)
