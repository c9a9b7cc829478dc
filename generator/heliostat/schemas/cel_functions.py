"""The functions that Kubernetes adds to CEL, as far as this evaluates them; the rest of CEL is Google's own.

Source: k8s.io/apiserver v0.35.4, pkg/cel/library (quantity.go, lists.go, ip.go, cidr.go, format.go) and pkg/cel/environment/base.go
(sets of cel-go). A rule that calls another of Kubernetes' functions does not compile, and is named as unchecked.

A value of a type of Kubernetes' own is a mapping here, with the name of the type as its only key.
"""

from __future__ import annotations

import base64
import ipaddress
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from cel_expr_python.cel import FunctionDecl, Overload, Type

from heliostat.manifests.name_syntax import dns_label_fault, dns_subdomain_fault, label_key_fault, label_value_fault
from heliostat.manifests.quantity import Quantity
from heliostat.schemas.cel_text import RENAMED

_Implementation = Callable[..., Any]
"""Takes and gives what CEL computes with: its arguments are of the types that the declaration beside it names."""

_INTEGERS = range(-(2**63), 2**63)


def functions() -> list[FunctionDecl]:
    """Declare every function, each with its implementation."""
    overloads: dict[str, list[Overload]] = {}
    for name, result, parameters, implementation in _declared():
        member = name.startswith(".")
        known = overloads.setdefault(name.removeprefix("."), [])
        identity = f"heliostat_{name.strip('.').replace('.', '_')}_{len(known)}"
        known.append(Overload(identity, result, list(parameters), is_member=member, impl=implementation))
    return [FunctionDecl(name, made) for name, made in overloads.items()]


def _declared() -> Iterator[tuple[str, Type, Sequence[Type], _Implementation]]:
    """Give name, result, arguments and implementation of every overload; a leading dot says that it is called on its first argument."""
    quantity = Type.MAP
    yield "isQuantity", Type.BOOL, [Type.STRING], _is_quantity
    yield "quantity", quantity, [Type.STRING], _read_quantity
    yield "sign", Type.INT, [quantity], lambda one: _compared(_amount(one), Fraction())
    yield ".isInteger", Type.BOOL, [quantity], lambda one: _amount(one).denominator == 1 and int(_amount(one)) in _INTEGERS
    yield ".asInteger", Type.INT, [quantity], _as_integer
    yield ".asApproximateFloat", Type.DOUBLE, [quantity], lambda one: float(_amount(one))
    yield ".isGreaterThan", Type.BOOL, [quantity, quantity], lambda one, other: _amount(one) > _amount(other)
    yield ".isLessThan", Type.BOOL, [quantity, quantity], lambda one, other: _amount(one) < _amount(other)
    yield ".compareTo", Type.INT, [quantity, quantity], lambda one, other: _compared(_amount(one), _amount(other))
    yield ".add", quantity, [quantity, quantity], lambda one, other: _quantity(_amount(one) + _amount(other))
    yield ".add", quantity, [quantity, Type.INT], lambda one, other: _quantity(_amount(one) + other)
    yield ".sub", quantity, [quantity, quantity], lambda one, other: _quantity(_amount(one) - _amount(other))
    yield ".sub", quantity, [quantity, Type.INT], lambda one, other: _quantity(_amount(one) - other)

    yield ".isSorted", Type.BOOL, [Type.LIST], lambda items: all(one <= other for one, other in pairwise(items))
    yield ".sum", Type.DYN, [Type.LIST], sum
    yield ".min", Type.DYN, [Type.LIST], lambda items: _first_of(min, items)
    yield ".max", Type.DYN, [Type.LIST], lambda items: _first_of(max, items)
    for kind in (Type.STRING, Type.INT, Type.DOUBLE, Type.BOOL):
        yield f".{RENAMED['indexOf']}", Type.INT, [Type.LIST, kind], lambda items, item: items.index(item) if item in items else -1
        yield f".{RENAMED['lastIndexOf']}", Type.INT, [Type.LIST, kind], _last_index_of
    yield f".{RENAMED['indexOf']}", Type.INT, [Type.STRING, Type.STRING], lambda text, part: text.find(part)
    yield f".{RENAMED['lastIndexOf']}", Type.INT, [Type.STRING, Type.STRING], lambda text, part: text.rfind(part)
    yield f".{RENAMED['indexOf']}", Type.INT, [Type.STRING, Type.STRING, Type.INT], lambda text, part, start: text.find(part, start)

    yield "sets.contains", Type.BOOL, [Type.LIST, Type.LIST], _contains
    yield "sets.equivalent", Type.BOOL, [Type.LIST, Type.LIST], lambda one, other: _contains(one, other) and _contains(other, one)
    yield "sets.intersects", Type.BOOL, [Type.LIST, Type.LIST], lambda one, other: any(item in other for item in one)

    yield "isIP", Type.BOOL, [Type.STRING], _is_ip
    yield "isCIDR", Type.BOOL, [Type.STRING], _is_cidr

    for name in _FORMATS:
        yield f"format.{name}", Type.MAP, [], lambda name=name: {"format": name}
    yield f".{RENAMED['validate']}", Type.List(Type.List(Type.STRING)), [Type.MAP, Type.STRING], _validate


def _read_quantity(text: str) -> dict[str, str]:
    try:
        return _quantity(Quantity.parse(text).amount)
    except ValueError as error:
        raise ValueError("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'") from error


def _quantity(amount: Fraction) -> dict[str, str]:
    return {"quantity": str(amount)}


def _amount(quantity: Mapping[str, str]) -> Fraction:
    return Fraction(quantity["quantity"])


def _is_quantity(text: str) -> bool:
    try:
        Quantity.parse(text)
    except ValueError:
        return False
    return True


def _as_integer(quantity: Mapping[str, str]) -> int:
    amount = _amount(quantity)
    if amount.denominator != 1 or int(amount) not in _INTEGERS:
        raise ValueError("cannot convert value to integer")
    return int(amount)


def _compared(one: Fraction, other: Fraction) -> int:
    return (one > other) - (one < other)


def _first_of(choose: Callable[[Sequence[Any]], Any], items: Sequence[Any]) -> object:
    if not items:
        raise ValueError(f"{choose.__name__} called on empty list")
    return choose(items)


def _last_index_of(items: Sequence[object], item: object) -> int:
    return next((index for index in reversed(range(len(items))) if items[index] == item), -1)


def _contains(items: Sequence[object], others: Sequence[object]) -> bool:
    return all(item in items for item in others)


def _is_ip(text: str) -> bool:
    """Tell whether Go's net/netip reads an address, without a zone and not an IPv4 address inside an IPv6 one."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return "%" not in text and (isinstance(address, ipaddress.IPv4Address) or address.ipv4_mapped is None)


_BITS = re.compile(r"0|[1-9]\d{0,2}")


def _is_cidr(text: str) -> bool:
    """Tell whether Go's net/netip reads an address with the length of its prefix."""
    address, slash, bits = text.rpartition("/")
    return bool(slash) and _is_ip(address) and _BITS.fullmatch(bits) is not None and int(bits) <= (128 if ":" in address else 32)


_DNS_1035_LABEL = re.compile(r"[a-z]([-a-z0-9]*[a-z0-9])?")


def _dns_1035_label_fault(text: str) -> str | None:
    fits = len(text) <= 63 and _DNS_1035_LABEL.fullmatch(text) is not None
    return None if fits else f'must be at most 63 lower-case letters, digits and "-", with a letter first, got {text!r}'


def _byte_fault(text: str) -> str | None:
    try:
        base64.b64decode(text, validate=True)
    except ValueError:
        return "invalid base64"
    return None


_FORMATS: Mapping[str, Callable[[str], str | None]] = {
    "byte": _byte_fault,
    "dns1035Label": _dns_1035_label_fault,
    "dns1123Label": dns_label_fault,
    "dns1123Subdomain": dns_subdomain_fault,
    "labelValue": label_value_fault,
    "qualifiedName": label_key_fault,
}
"""Each answers with what is wrong with a text, in Heliostat's words; only a messageExpression can show them."""


def _validate(format_: Mapping[str, str], text: str) -> list[list[str]]:
    fault = _FORMATS[format_["format"]](text)
    return [] if fault is None else [[fault]]
