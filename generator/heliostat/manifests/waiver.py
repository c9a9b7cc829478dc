"""An accepted finding: somebody answers for it, until a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Waiver:
    """Accept one policy's findings on the object that carries this, with a reason, an owner and a last day.

    Kept in the index of out/, never in the object: an edited annotation would re-apply a queued Ray object.

    Args:
        policy: name of the policy whose findings are accepted.
        reason: why that is right here.
        owner: who answers for it, a person or a team.
        until: last day on which it counts, that day included.
    """

    policy: str
    reason: str
    owner: str
    until: date
