"""What the linter itself has to say, beside all policies: of files that cannot be read, and of waivers.

These have ids and severities as policies have, so that they are shown, chosen and explained in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from heliostat.lint.policy import Policy, Problem, Severity, Terms

PAGES = Path(__file__).resolve().parent / "pages"
"""A page for each, as the README.md of a policy is one."""


def _own(name: str, severity: Severity) -> Policy:
    return Policy(name, Terms(severity), _never, PAGES / name)


def _never(*_: object, **__: object) -> Iterable[Problem]:
    """Answer nothing: the linter speaks where it sees something."""
    return ()


UNIDENTIFIED_OBJECT = _own("unidentified_object", "error")
UNREADABLE_FILE = _own("unreadable_file", "error")
UNREADABLE_WAIVER = _own("unreadable_waiver", "error")
EXPIRED_WAIVER = _own("expired_waiver", "error")
UNUSED_WAIVER = _own("unused_waiver", "warning")
