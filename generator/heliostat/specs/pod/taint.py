"""Node taints in kubectl's short form: `nvidia.com/gpu=present:NoSchedule`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, cast

TaintEffect = Literal["NoSchedule", "PreferNoSchedule", "NoExecute"]

_SHORT = re.compile(r"(?P<key>[^=:\s]+)(?:=(?P<value>[^=:\s]*))?(?::(?P<effect>\w+))?")


@dataclass(frozen=True, slots=True)
class ShortTaint:
    """The parts of `key=value:Effect`; what the text leaves out is None."""

    key: str
    value: str | None
    effect: TaintEffect | None

    @classmethod
    def parse(cls, text: str) -> ShortTaint:
        """Read `key=value:Effect`, `key:Effect`, `key=value` or `key`.

        Raises:
            ValueError: the text is none of them.
        """
        match = _SHORT.fullmatch(text)
        effect = match and match["effect"]
        if match is None or effect not in (None, "NoSchedule", "PreferNoSchedule", "NoExecute"):
            raise ValueError(f"{text!r} is not of the form key=value:NoSchedule, key:NoSchedule or key")
        return cls(match["key"], match["value"] or None, cast("TaintEffect | None", effect))
