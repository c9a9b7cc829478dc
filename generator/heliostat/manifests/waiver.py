"""An accepted finding: somebody answers for it, until a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.origin import origin_here
from heliostat.manifests.shown_value import shown_value


@dataclass(frozen=True, slots=True)
class Waiver:
    """Accept one policy's findings on the object that carries this, with a reason, an owner and a last day.

    Kept in the index of out/, never in the object: an edited annotation would re-apply a queued Ray object.

    Args:
        policy: name of the policy whose findings are accepted.
        reason: why that is right here.
        owner: who answers for it, a person or a team.
        until: last day on which it counts, that day included.

    Raises:
        ConfigurationError: naming each argument that is none.
    """

    policy: str
    reason: str
    owner: str
    until: date

    def __post_init__(self) -> None:
        wrong = [
            f"{argument}: must be text, got {shown_value(value)}"
            for argument, value in (("policy", self.policy), ("reason", self.reason), ("owner", self.owner))
            if not isinstance(value, str)
        ]
        if type(self.until) is not date:
            wrong.append(f"until: must be a day such as date(2030, 1, 31), got {shown_value(self.until)}")
        if wrong:
            raise ConfigurationError("\n".join(f"{origin_here()}: Waiver: {fault}" for fault in wrong))
