"""Which objects are meant, by their labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.manifests.name_syntax import label_key_fault, label_value_fault
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
        if fault := label_key_fault(self.key):
            yield Problem("key", fault)
        if (self.operator in ("In", "NotIn")) != bool(self.values):
            yield Problem("values", f"must be {'given' if not self.values else 'left out'} with the operator {self.operator}")
        for index, value in enumerate(self.values):
            if fault := label_value_fault(value):
                yield Problem(f"values[{index}]", fault)


@arguments
class LabelSelector:
    """Objects that have all these labels and meet all these conditions; `LabelSelector()` means every object.

    Args:
        match_labels: labels and the values they must have.
        match_expressions: conditions beyond equality.
    """

    match_labels: Mapping[str, str] = field(default_factory=dict, kw_only=False)
    match_expressions: Sequence[LabelRequirement] = ()

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from label_problems("match_labels", self.match_labels)


def selects(selector: LabelSelector, labels: Mapping[str, str]) -> bool:
    """Tell whether a selector means an object with these labels (k8s.io/apimachinery v0.35, pkg/labels/selector.go)."""
    return selector.match_labels.items() <= labels.items() and all(
        _holds(each, labels.get(each.key)) for each in selector.match_expressions
    )


def _holds(requirement: LabelRequirement, value: str | None) -> bool:
    match requirement.operator:
        case "In":
            return value in requirement.values
        case "NotIn":
            return value not in requirement.values
        case "Exists":
            return value is not None
        case "DoesNotExist":
            return value is None


def label_problems(argument: str, labels: Mapping[str, str]) -> Iterator[Problem]:
    """Name the keys and values that Kubernetes does not take in labels."""
    for key, value in labels.items():
        for fault in (label_key_fault(key), label_value_fault(value)):
            if fault:
                yield Problem(f'{argument}["{key}"]', fault)
