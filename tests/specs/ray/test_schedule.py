"""Schedules are those that KubeRay's cron parser takes, and that come at a sensible time."""

from __future__ import annotations

import pytest

from heliostat.specs.ray.schedule import schedule_faults, time_zone_fault

DESCRIPTORS = "@yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly"


@pytest.mark.parametrize(
    "schedule",
    [
        "* * * * *",
        "0 2 * * *",
        "  0  2 * * ?  ",
        "*/15 9-17 * * MON-fri",
        "5/10 1,2,3 1 jan,7 sun",
        "0 0 31 1,2 *",
        "0 0 29 2 *",
        "0 0 31 2 mon",
        "0 0 31 2 */2",
        "@daily",
        "@every 1h30m",
        "@every 60s",
    ],
)
def test_what_cron_takes_is_taken(schedule: str) -> None:
    """Lists, ranges, steps, names and descriptors."""
    assert list(schedule_faults(schedule)) == []


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        ("", "must have five fields, minute, hour, day of the month, month, day of the week, got ''"),
        ("0 0 2 * * *", "must have five fields, minute, hour, day of the month, month, day of the week, got '0 0 2 * * *'"),
        ("60 * * * *", "must have the minute from 0 to 59, got '60'"),
        ("* 24 * * *", "must have the hour from 0 to 23, got '24'"),
        ("* * 0 * *", "must have the day of the month from 1 to 31, got '0'"),
        ("* * * 13 *", "must have the month from 1 to 12, got '13'"),
        ("* * * * 7", "must have the day of the week from 0 to 6, got '7'"),
        ("5-1 * * * *", "must have the minute from 0 to 59, got '5-1'"),
        ("*/0 * * * *", "must have the minute from 0 to 59, got '*/0'"),
        ("1, * * * *", "must have the minute from 0 to 59, got ''"),
        (f"{'1' * 5000} * * * *", f"must have the minute from 0 to 59, got '{'1' * 5000}'"),
        (f"*/{'1' * 5000} * * * *", f"must have the minute from 0 to 59, got '*/{'1' * 5000}'"),
        ("* * * foo *", "must have the month from 1 to 12, got 'foo'"),
        ("1-2-3 * * * *", "must have the minute from 0 to 59, got '1-2-3'"),
        ("0 0 30 2 *", "must come at some time, '0 0 30 2 *' names a day that its months do not have"),
        ("0 0 31 4,6 */1", "must come at some time, '0 0 31 4,6 */1' names a day that its months do not have"),
        ("@weekdays", f"must be one of {DESCRIPTORS}, @every <duration>, or five fields, got '@weekdays'"),
        ("@every 1d", 'must be "@every" and a duration of at least a minute, such as "1h30m", got \'@every 1d\''),
        ("@every 59s", 'must be "@every" and a duration of at least a minute, such as "1h30m", got \'@every 59s\''),
        ("TZ=UTC 0 2 * * *", "must not name a time zone, which time_zone does, got 'TZ=UTC 0 2 * * *'"),
        ("CRON_TZ=UTC @daily", "must not name a time zone, which time_zone does, got 'CRON_TZ=UTC @daily'"),
    ],
)
def test_what_never_runs_or_too_often_is_refused(schedule: str, expected: str) -> None:
    """Names of runs tell minutes apart; a day that does not exist would run at once."""
    assert list(schedule_faults(schedule)) == [expected]


@pytest.mark.parametrize("time_zone", ["Europe/Zurich", "UTC", "Asia/Kolkata"])
def test_time_zones_of_the_iana_database(time_zone: str) -> None:
    """KubeRay embeds the same database."""
    assert time_zone_fault(time_zone) is None


@pytest.mark.parametrize("time_zone", ["", "Local", "CEST", "Europe/Atlantis", "../UTC", "/etc/localtime"])
def test_other_time_zones_are_refused(time_zone: str) -> None:
    """Abbreviations and paths are none."""
    assert time_zone_fault(time_zone) == f'must be a time zone of the IANA database, such as "Europe/Zurich", got {time_zone!r}'
