"""When a RayCronJob runs: cron schedules as KubeRay reads them.

Source: github.com/robfig/cron/v3 v3.0.1 parser.go (ParseStandard), which KubeRay's controllers/ray/utils/validation.go calls.
"""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from heliostat.manifests.go_duration import duration_seconds

_DESCRIPTORS = ("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly")
_EVERY = "@every "
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_LONGEST_MONTHS = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    least: int
    most: int
    names: Mapping[str, int] = field(default_factory=dict)


_FIELDS: Sequence[_Field] = (
    _Field("minute", 0, 59),
    _Field("hour", 0, 23),
    _Field("day of the month", 1, 31),
    _Field("month", 1, 12, {name: index for index, name in enumerate(_MONTHS, 1)}),
    _Field("day of the week", 0, 6, {name: index for index, name in enumerate(_DAYS)}),
)
_ANY_DAY = re.compile(r"[*?](/0*1)?")
_ITEM = re.compile(r"(?P<all>[*?])?(?P<first>\w{1,9})?(?:-(?P<last>\w{1,9}))?(?:/(?P<step>\d{1,9}))?", re.ASCII)


def schedule_faults(schedule: str) -> Iterator[str]:
    """Say what is wrong with a schedule: what the parser refuses, what never comes, and what comes more than once a minute."""
    if "TZ" in schedule:
        yield f"must not name a time zone, which time_zone does, got {schedule!r}"
    elif schedule.startswith(_EVERY):
        seconds = duration_seconds(schedule.removeprefix(_EVERY))
        if seconds is None or seconds < 60:
            yield f'must be "@every" and a duration of at least a minute, such as "1h30m", got {schedule!r}'
    elif schedule.startswith("@"):
        if schedule not in _DESCRIPTORS:
            yield f"must be one of {', '.join(_DESCRIPTORS)}, @every <duration>, or five fields, got {schedule!r}"
    elif len(fields := schedule.split()) != len(_FIELDS):
        yield f"must have five fields, {', '.join(known.name for known in _FIELDS)}, got {schedule!r}"
    else:
        yield from _field_faults(fields)


def _field_faults(fields: Sequence[str]) -> Iterator[str]:
    values: list[set[int]] = []
    for text, known in zip(fields, _FIELDS, strict=True):
        try:
            values.append({value for item in text.split(",") for value in _values(item, known)})
        except ValueError as error:
            yield f"must have the {known.name} from {known.least} to {known.most}, {error}"
    if len(values) == len(_FIELDS) and any(map(_ANY_DAY.fullmatch, fields[4].split(","))):
        _, _, days, months, _ = values  # the day of the week adds days unless it leaves them all
        if not any(day <= _LONGEST_MONTHS.get(month, 31) for day in days for month in months):
            yield f"must come at some time, {' '.join(fields)!r} names a day that its months do not have"


def _values(item: str, known: _Field) -> range:
    """Read `*`, `5`, `1-5`, `*/15`, `mon-fri` or `10/2`, the last of which goes on to the end."""
    found = _ITEM.fullmatch(item)
    if found is None or (found["all"] is None) == (found["first"] is None) or (found["all"] and found["last"]):
        raise ValueError(f"got {item!r}")
    first = known.least if found["all"] else _value(found["first"], known)
    last = known.most if found["all"] or (found["step"] and not found["last"]) else _value(found["last"] or found["first"], known)
    step = int(found["step"] or 1)
    if not known.least <= first <= last <= known.most or step < 1:
        raise ValueError(f"got {item!r}")
    return range(first, last + 1, step)


def _value(text: str, known: _Field) -> int:
    value = known.names.get(text.lower())
    if value is None and not text.isdecimal():
        raise ValueError(f"got {text!r}")
    return int(text) if value is None else value


def time_zone_fault(time_zone: str) -> str | None:
    """Say why a time zone is not one of the IANA database."""
    try:
        zoneinfo.ZoneInfo(time_zone)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return f'must be a time zone of the IANA database, such as "Europe/Zurich", got {time_zone!r}'
    return None
