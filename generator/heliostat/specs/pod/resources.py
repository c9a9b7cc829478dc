"""What a container requests of its node and is limited to.

One amount per resource is both, unless the author sets them apart: a pod that is limited to what it requested is never squeezed,
and it is the last to be evicted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.name_syntax import label_key_fault
from heliostat.manifests.quantity import canonical_quantity
from heliostat.specs.amount import Amount, amount, amount_fault
from heliostat.specs.arguments import Problem
from heliostat.specs.resource_name import compute_resource_fault, is_extended, is_huge

_LEAST_MEMORY = 2**20


def resources_json(
    own: Mapping[str, Amount],
    limits: Mapping[str, Amount | None],
    requests: Mapping[str, Amount],
    claims: Mapping[str, str | None] = MappingProxyType({}),
) -> JsonObject:
    """Write `resources`.

    Args:
        own: what the arguments of their own (`cpu`, `memory`, `gpus`) say.
        limits: further resources; None takes the limit of one of `own` away.
        requests: requests that differ from the limits.
        claims: devices that the pod claims and the container uses, each with the request that is meant, or None for all of them.
    """
    limited = {name: value for name, value in {**own, **limits}.items() if value is not None}
    requested = {**own, **limited, **requests}
    body: JsonObject = {}
    if limited:
        body["limits"] = _spelled(limited)
    if requested:
        body["requests"] = _spelled(requested)
    if claims:
        body["claims"] = [{"name": name} if request is None else {"name": name, "request": request} for name, request in claims.items()]
    return body


def resource_problems(own: Mapping[str, Amount], limits: Mapping[str, Amount | None], requests: Mapping[str, Amount]) -> Iterator[Problem]:
    """Name amounts that are no quantities, said twice, or requested beyond their limit.

    Source: kubernetes 1.35, pkg/apis/core/validation (validateContainerResources).
    """
    wrong = False
    for argument, given in (("", own), ("limits", limits), ("requests", requests)):
        for name, value in given.items():
            place = f'{argument}["{name}"]' if argument else name
            fault = label_key_fault(name) or compute_resource_fault(name)
            if fault is None and value is not None:
                fault = _memory_fault(value) if name == "memory" else amount_fault(value)
            if fault:
                wrong = True
                yield Problem(place, fault)
    if wrong:
        return
    for name, value in limits.items():
        if value is not None and name in own:
            yield Problem(f'limits["{name}"]', f"must be left out or None, since {name} is given as {own[name]!r}")
        elif value is None and (name not in own or is_extended(name)):
            yield Problem(f'limits["{name}"]', "must be an amount; only the limit on cpu or memory can be taken away")
    for name, value in requests.items():
        limit = limits.get(name, own.get(name))
        if limit is None and (is_extended(name) or is_huge(name)):
            yield Problem(f'requests["{name}"]', "must stand in limits, since it cannot be requested without a limit")
        elif limit is not None and amount(value) > amount(limit):
            yield Problem(f'requests["{name}"]', f"must be at most the limit, which is {limit!r}, got {value!r}")
        elif limit is not None and amount(value) < amount(limit) and (is_extended(name) or is_huge(name)):
            yield Problem(f'requests["{name}"]', f"must equal the limit, which is {limit!r}, since a device is not shared, got {value!r}")


@cache
def _memory_fault(value: Amount) -> str | None:
    fault = amount_fault(value)
    if fault is None and 0 < amount(value) < _LEAST_MEMORY:
        return f"must be a quantity with its unit, such as 16Gi; {value!r} is {float(amount(value)):g} bytes"
    return fault


def _spelled(amounts: Mapping[str, Amount]) -> dict[str, JsonValue]:
    return {name: canonical_quantity(value) for name, value in amounts.items()}
