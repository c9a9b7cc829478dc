"""What taints a pod puts up with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import label_key_fault, label_value_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.pod.taint import ShortTaint, TaintEffect
from heliostat.specs.wire import wire


@arguments
class Toleration:
    """A toleration; the short text `key=value:NoSchedule`, `key:NoSchedule` or `key` says the same wherever one is taken.

    Args:
        key: key of the taint; every taint when absent, with the operator `Exists`.
        operator: `Exists` puts up with any value, `Equal` with the given one.
        value: value of the taint, with `Equal`.
        effect: one effect only; all of them when absent.
        toleration_seconds: how long a `NoExecute` taint is put up with, in seconds; for ever when absent.
    """

    key: str | None = field(default=None, kw_only=False)
    operator: Literal["Exists", "Equal"] = "Exists"
    value: str | None = None
    effect: TaintEffect | None = None
    toleration_seconds: int | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.key is not None and (fault := label_key_fault(self.key)):
            yield Problem("key", fault)
        if fault := label_value_fault(self.value or ""):
            yield Problem("value", fault)
        if self.key is None and self.operator == "Equal":
            yield Problem("operator", 'must be "Exists" for a toleration without a key')
        if self.value is not None and self.operator == "Exists":
            yield Problem("value", 'must be left out with the operator "Exists"')
        if self.toleration_seconds is not None and self.effect != "NoExecute":
            yield Problem("toleration_seconds", 'needs the effect "NoExecute"')


def tolerations_json(tolerations: Sequence[Toleration | str]) -> list[JsonObject]:
    """Write tolerations as they stand in a pod.

    Raises:
        ValueError: a short text cannot be read.
    """
    return [_short(item) if isinstance(item, str) else wire(item) for item in tolerations]


def toleration_problems(argument: str, tolerations: Sequence[Toleration | str]) -> Iterator[Problem]:
    """Name the short texts that cannot be read."""
    for index, item in enumerate(tolerations):
        if isinstance(item, str):
            try:
                taint = ShortTaint.parse(item)
            except ValueError as error:
                yield Problem(f"{argument}[{index}]", str(error))
                continue
            if fault := label_key_fault(taint.key) or label_value_fault(taint.value or ""):
                yield Problem(f"{argument}[{index}]", fault)


def is_tolerated(taint: JsonObject, *, by: JsonObject) -> bool:
    """Tell whether a toleration, as it stands in a pod, covers a taint (k8s.io/api v0.35.4 core/v1/toleration.go, ToleratesTaint)."""
    effect, key = taint.get("effect"), taint.get("key")
    if by.get("effect", effect) != effect or by.get("key", key) != key:
        return False
    return by.get("operator") == "Exists" or by.get("value", "") == taint.get("value", "")


def _short(text: str) -> JsonObject:
    taint = ShortTaint.parse(text)
    body: JsonObject = {"key": taint.key, "operator": "Exists" if taint.value is None else "Equal"}
    if taint.value is not None:
        body["value"] = taint.value
    if taint.effect is not None:
        body["effect"] = taint.effect
    return body
