"""What a scalar of YAML stands for to sigs.k8s.io/yaml, which kubectl and Argo CD read with.

Told by `resolve` of go.yaml.in/yaml/v2 2.4.3 (resolve.go): the booleans of YAML 1.1, numbers of Go with underscores anywhere, no
numbers to the base of 60, and dates as text.
"""

from __future__ import annotations

import base64
import math
import re
import struct
from decimal import Decimal
from typing import TypeAlias

Scalar: TypeAlias = bool | int | float | str | None

_WORDS: dict[str, bool | float | None] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
}
_WHOLE = re.compile(r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[oO]([0-7]+)|0[bB]([01]+)|0([0-7]*)|([1-9][0-9]{0,19}))")
_BASES = (16, 8, 2, 8, 10)  # of its groups
_SIGNED_BITS = re.compile(r"0b([-+][01]+)")
_DECIMAL = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_FRACTION = re.compile(r"\.[0-9]+(?:[eE][-+]?[0-9]+)?")

_TAGS = "tag:yaml.org,2002:"
_TYPES: dict[str, tuple[type, ...]] = {"int": (int,), "float": (int, float), "bool": (bool,), "null": (type(None),)}


def plain(text: str) -> Scalar:
    """Tell what a scalar without quotes and tag stands for; whole numbers beyond 64 bits are floats."""
    if text in _WORDS:
        return _WORDS[text]
    first = text[0]
    number = None
    if first in "+-0123456789":
        number = _number(text.replace("_", ""))
    elif first == "." and _FRACTION.fullmatch(text):
        number = _finite(text)
    return text if number is None else number


def tagged(tag: str, text: str) -> Scalar:
    """Tell what a scalar with a tag stands for.

    Raises:
        ValueError: the tag is none that JSON has a type for, or the text is not of it.
    """
    name = tag.removeprefix(_TAGS) if tag.startswith(_TAGS) else ""
    if name == "str":
        return text
    if name == "binary":
        return _from_base64(text)
    types = _TYPES.get(name)
    if types is None:
        raise ValueError(f"has the tag {shown_tag(tag)}, expected a value without tag")
    value = plain(text)
    if type(value) not in types or (name == "float" and isinstance(value, int) and value >= 2**63):
        raise ValueError(f"has the tag {shown_tag(tag)} and a value that is not of it")
    return float(value) if name == "float" and isinstance(value, int) else value


def shown_tag(tag: str) -> str:
    """Spell a tag as people write it."""
    return f"!!{tag.removeprefix(_TAGS)}" if tag.startswith(_TAGS) else tag


def is_collection_tag(tag: str | None, name: str) -> bool:
    """Tell whether a mapping or a sequence may have a tag: none, or the one that says what it is."""
    return tag is None or tag == _TAGS + name


MERGE_TAG = _TAGS + "merge"


def json_scalar(value: Scalar) -> Scalar:
    """Turn a number into what the API server's reader of JSON makes of it: an int where it is whole and has 64 bits, else a float.

    Raises:
        ValueError: the number is not finite.
    """
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"holds {key_text(value)}, expected a finite number")
        return _whole_or_not(value)
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return json_scalar(float(value))
    return value


def _whole_or_not(value: float) -> int | float:
    if not value.is_integer():
        return value
    whole = int(Decimal(repr(value)))  # Go writes the fewest digits that tell a float from others, and zeros behind them
    return whole if -(2**63) <= whole < 2**63 else value


def json_number(digits: str) -> int | float:
    """Read a number of JSON.

    Raises:
        ValueError: it is larger than any float.
    """
    value = json_scalar(int(digits) if len(digits) <= 20 and digits.lstrip("-").isdigit() else float(digits))
    assert isinstance(value, int | float)
    return value


def key_text(value: Scalar) -> str:
    """Spell the key of a mapping as sigs.k8s.io/yaml 1.6.0 does (yaml.go, convertToJSONableObject).

    Raises:
        ValueError: it is null, or a number beyond 63 bits.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value < 2**63:
        return str(value)
    if isinstance(value, float):
        return _single(value)
    raise ValueError(f"has the key {'null' if value is None else value}, expected text")


def _number(text: str) -> int | float | None:
    if (whole := _WHOLE.fullmatch(text)) and (value := _in_range(whole)) is not None:
        return value
    if _DECIMAL.fullmatch(text):
        return _finite(text)
    if signed := _SIGNED_BITS.fullmatch(text):
        value = int(signed[1], 2)
        return value if -(2**63) <= value < 2**63 else None
    return None


def _in_range(found: re.Match[str]) -> int | None:
    sign, *digits = found.groups()
    value = next(int(each or "0", base) for each, base in zip(digits, _BASES, strict=True) if each is not None)
    if sign == "-":
        value = -value
    return value if -(2**63) <= value < (2**63 if sign else 2**64) else None


def _finite(text: str) -> float | None:
    value = float(text)
    return value if math.isfinite(value) else None


def _from_base64(text: str) -> str:
    try:
        return base64.b64decode(text.replace("\n", "").replace("\r", ""), validate=True).decode("utf-8")
    except ValueError as error:
        raise ValueError("has the tag !!binary and a value that is not text in base64") from error


def _single(value: float) -> str:
    """Spell a number with the fewest digits that tell it from other floats of 32 bits, as strconv.FormatFloat(value, 'g', -1, 32)."""
    if math.isnan(value):
        return ".nan"
    try:
        (single,) = struct.unpack("f", struct.pack("f", value))
    except OverflowError:
        single = math.copysign(math.inf, value)
    if math.isinf(single):
        return ".inf" if single > 0 else "-.inf"
    spelled = next(digits for precision in range(9) if _as_single(digits := f"{single:.{precision}e}") == single)
    mantissa, _, exponent = spelled.partition("e")
    return f"{mantissa}e{exponent}" if not -4 <= int(exponent) < 6 else f"{Decimal(spelled):f}"


def _as_single(digits: str) -> float:
    value: float
    (value,) = struct.unpack("f", struct.pack("f", float(digits)))
    return value
