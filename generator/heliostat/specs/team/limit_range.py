"""LimitRange: what containers, pods and volume claims get and may ask for in a namespace.

Rules follow Kubernetes v1.35 pkg/apis/core/validation, ValidateLimitRange.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import combinations
from typing import Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.quantity import canonical_quantity
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount, amount, amount_fault
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.resource_name import NATIVE, compute_resource_fault
from heliostat.specs.wire import camel_case

_ASCENDING = ("min", "default_request", "default", "max")
"""Each must be at most every later one, where both are given."""


@arguments
class LimitRangeItem:
    """Bounds and defaults for one kind of consumer.

    Kueue counts a Ray pod after the defaults for containers are filled in, so that they change what a workload costs.

    Args:
        type: what is limited.
        min: least that may be asked for, by resource.
        max: most that may be asked for; also the default limit of a container where no default is given.
        default: limit of a container that has none.
        default_request: request of a container that has none; its default limit where not given.
        max_limit_request_ratio: most that a limit may be as a multiple of the request, at least 1.
    """

    type: Literal["Container", "Pod", "PersistentVolumeClaim"] = field(default="Container", kw_only=False)
    min: Mapping[str, Amount] = field(default_factory=dict)
    max: Mapping[str, Amount] = field(default_factory=dict)
    default: Mapping[str, Amount] = field(default_factory=dict)
    default_request: Mapping[str, Amount] = field(default_factory=dict)
    max_limit_request_ratio: Mapping[str, Amount] = field(default_factory=dict)

    def check(self, targets: Targets) -> Iterator[Problem]:
        faults = list(self._amount_problems())
        yield from faults
        if faults:
            return
        if self.type != "Container":
            for argument in ("default", "default_request"):
                if getattr(self, argument):
                    yield Problem(argument, f"goes with the type Container, got the type {self.type}")
        if self.type == "PersistentVolumeClaim" and not {"storage"} & {*self.min, *self.max}:
            yield Problem("", "must give min or max of storage for the type PersistentVolumeClaim")
        yield from self._order_problems()
        for resource, ratio in self.max_limit_request_ratio.items():
            place, low, high = f'max_limit_request_ratio["{resource}"]', self.min.get(resource), self.max.get(resource)
            if amount(ratio) < 1:
                yield Problem(place, f"must be at least 1, got {ratio!r}")
            elif low and high and amount(low) and amount(ratio) > (widest := amount(high) / amount(low)):
                yield Problem(place, f"must be at most max divided by min, which is {float(widest):g}, got {ratio!r}")

    def _amount_problems(self) -> Iterator[Problem]:
        for argument in (*_ASCENDING, "max_limit_request_ratio"):
            for resource, given in getattr(self, argument).items():
                if self.type != "PersistentVolumeClaim" and (fault := compute_resource_fault(resource)):
                    yield Problem(f'{argument}["{resource}"]', fault)
                if fault := amount_fault(given):
                    yield Problem(f'{argument}["{resource}"]', fault)

    def _order_problems(self) -> Iterator[Problem]:
        for lower, upper in combinations(_ASCENDING, 2):
            for resource, given in getattr(self, lower).items():
                bound = getattr(self, upper).get(resource)
                if bound is not None and amount(given) > amount(bound):
                    yield Problem(f'{lower}["{resource}"]', f"must be at most {upper}, which is {bound!r}, got {given!r}")
        for resource, request in self.default_request.items():
            limit = self.default.get(resource, self.max.get(resource))
            if resource not in NATIVE and limit is not None and amount(request) != amount(limit):
                yield Problem(f'default_request["{resource}"]', f"must equal the default limit, which is {limit!r}, got {request!r}")

    def wire(self) -> JsonObject:
        """Write the item with every default that the API server adds (pkg/apis/core/v1/defaults.go, SetDefaults_LimitRangeItem)."""
        default, request = dict(self.default), dict(self.default_request)
        if self.type == "Container":
            default = {**self.max, **default}
            request = {**self.min, **default, **request}
        given = {"max": self.max, "min": self.min, "default": default, "default_request": request}
        body: JsonObject = {"type": self.type}
        for argument, amounts in {**given, "max_limit_request_ratio": self.max_limit_request_ratio}.items():
            if amounts:
                body[camel_case(argument)] = {resource: canonical_quantity(value) for resource, value in amounts.items()}
        return body


def limit_range_problems(argument: str, items: Sequence[LimitRangeItem]) -> Iterator[Problem]:
    """Name the second item of a type, which the API server refuses."""
    types = [item.type for item in items]
    for index, kind in enumerate(types):
        if kind in types[:index]:
            yield Problem(f"{argument}[{index}]", f"must be the only item of its type, got {kind} again")


def limit_range(name: str, namespace: str, items: Sequence[LimitRangeItem]) -> JsonObject:
    """Make the object."""
    return {
        "apiVersion": "v1",
        "kind": "LimitRange",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"limits": [item.wire() for item in items]},
    }
