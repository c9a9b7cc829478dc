"""Which objects are meant, by their labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments


@arguments
class LabelRequirement:
    """One condition on a label: `LabelRequirement("team", "In", ["vision", "speech"])`.

    Args:
        key: the label.
        operator: `In` and `NotIn` compare with values, `Exists` and `DoesNotExist` take none.
        values: what to compare with.
    """

    key: str = field(kw_only=False)
    operator: Literal["In", "NotIn", "Exists", "DoesNotExist"] = field(kw_only=False)
    values: Sequence[str] = field(default=(), kw_only=False)

    def check(self, targets: Targets) -> Iterator[Problem]:
        if (self.operator in ("In", "NotIn")) != bool(self.values):
            yield Problem("values", f"must be {'given' if not self.values else 'left out'} with the operator {self.operator}")


@arguments
class LabelSelector:
    """Objects that have all these labels and meet all these conditions; `LabelSelector()` means every object.

    Args:
        match_labels: labels and the values they must have.
        match_expressions: conditions beyond equality.
    """

    match_labels: Mapping[str, str] = field(default_factory=dict, kw_only=False)
    match_expressions: Sequence[LabelRequirement] = ()
