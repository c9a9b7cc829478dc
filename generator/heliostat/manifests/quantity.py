"""Kubernetes quantities: `500m` CPUs, `16Gi` of memory, spelled as the API server stores them.

Parsing and spelling follow k8s.io/apimachinery v0.35.4, pkg/api/resource/quantity.go (ParseQuantity, CanonicalizeBytes).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from heliostat.manifests.shown_value import shown_value

Style = Literal["decimal", "binary", "exponent"]

_TEXT = re.compile(r"([+-]?)(\d+\.?\d*|\.\d+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+)?")
_MISSPELT = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))\s*([kmgtpe]?)(i?)(b|bytes?)?", re.IGNORECASE)
"""A quantity as people say it: `64GB`, `64 GiB`, `64gi`."""
_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_DECIMAL_SUFFIX = {exponent: suffix for suffix, exponent in _DECIMAL.items()}
_BINARY = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
_NANO = 10**9
_LARGEST = 2**63 - 1
"""What Kubernetes cuts larger binary amounts down to."""
_LONGEST = 400
"""Characters, more than the largest float has; Kubernetes reads zeros without end."""
_LARGEST_EXPONENT = 18
"""That of `E`, the last of the decimal suffixes: Kubernetes stores `1000E` as `1`."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount and the style in which it was written; equal amounts in two styles are different quantities."""

    amount: Fraction
    style: Style = "decimal"

    @classmethod
    def parse(cls, text: str) -> Quantity:
        """Read a quantity.

        Raises:
            ValueError: the text is not a quantity, or one that Kubernetes misspells.
        """
        match = _TEXT.fullmatch(text) if len(text) <= _LONGEST else None
        if match is None:
            raise ValueError(f'{shown_value(text)} is not a quantity such as "4", "500m" or "16Gi"{did_you_mean_quantity(text)}')
        sign, digits, suffix = match.group(1), match.group(2), match.group(3) or ""
        amount = Fraction(digits.rstrip("."))
        style: Style = "decimal"
        if suffix in _DECIMAL:
            amount *= Fraction(10) ** _DECIMAL[suffix]
        elif suffix in _BINARY:
            style = "binary"
            amount *= 1024 ** _BINARY.index(suffix)
        else:
            style = "exponent"
            exponent = int(suffix[1:])
            if abs(exponent) > 1000:
                raise ValueError(f"{text!r} is not a quantity: its exponent is out of range")
            amount *= Fraction(10) ** exponent
        amount = _at_nano(amount)
        if style == "binary":
            amount = min(amount, Fraction(_LARGEST))
        elif style == "decimal" and amount and amount % 10 ** (_LARGEST_EXPONENT + 3) == 0:
            raise ValueError(f"{text!r} is larger than Kubernetes can spell")
        return cls(-amount if sign == "-" else amount, style)

    def __str__(self) -> str:
        """Spell the quantity as the API server does: no fraction, the largest suffix that keeps it exact."""
        if not self.amount:
            return "0"
        if self.style == "binary" and self.amount.denominator == 1 and abs(self.amount) >= 1024:
            number, power = int(self.amount), 0
            while number % 1024 == 0 and power < len(_BINARY) - 1:
                number, power = number // 1024, power + 1
            return f"{number}{_BINARY[power]}"
        number, exponent = int(self.amount * _NANO), -9
        while number % 1000 == 0 and (exponent < _LARGEST_EXPONENT or self.style == "exponent"):
            number, exponent = number // 1000, exponent + 3
        if self.style == "exponent":
            return f"{number}e{exponent}" if exponent else str(number)
        return f"{number}{_DECIMAL_SUFFIX[exponent]}"


def did_you_mean_quantity(text: str) -> str:
    """Compose the end of a message: the quantities, a thousand or 1024 to the step, that somebody may have meant."""
    match = _MISSPELT.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if match is None:
        return ""
    number, prefix, binary, unit = match.groups()
    decimal_suffix, binary_suffix = prefix.upper().replace("K", "k"), f"{prefix.upper()}i"
    if binary:
        suffixes = [binary_suffix] if prefix else []
    elif not prefix or (prefix == "m" and not unit):
        suffixes = [prefix]
    else:
        suffixes = [decimal_suffix, binary_suffix]
    told = " or ".join(f'"{number}{suffix}"' for suffix in suffixes)
    return f", did you mean {told}" if told else ""


def _at_nano(amount: Fraction) -> Fraction:
    """Round up to what can be represented, one billionth."""
    return Fraction(-((-amount * _NANO) // 1), _NANO)


@lru_cache(maxsize=None, typed=True)
def canonical_quantity(value: str | int | float) -> str:
    """Spell a quantity as the API server stores it: `12000m` is `12`, `1024Mi` is `1Gi`, 0.5 is `500m`.

    Raises:
        ValueError: the value is not a quantity.
    """
    if isinstance(value, bool):
        raise ValueError(f"{value!r} is not a quantity")
    return str(Quantity.parse(value if isinstance(value, str) else repr(value)))
