"""Quantities are spelled as the API server stores them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.manifests.quantity import Quantity, canonical_quantity


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("12000m", "12"),
        ("1024Mi", "1Gi"),
        ("1000Gi", "1000Gi"),
        ("0.5", "500m"),
        (0.5, "500m"),
        (12, "12"),
        ("1000", "1k"),
        ("1e3", "1e3"),
        ("1.5Gi", "1536Mi"),
        ("1.1Mi", "1153433600m"),
        ("1023", "1023"),
        ("0Gi", "0"),
        ("-1500m", "-1500m"),
        ("0.1n", "1n"),
        ("8Ei", "9223372036854775807"),
        ("9.3E", "9300P"),
        ("1e21", "1e21"),
    ],
)
def test_spelling(written: str | float, stored: str) -> None:
    """The largest suffix that keeps the amount whole, in the style it was written in."""
    assert canonical_quantity(written) == stored


@pytest.mark.parametrize("text", ["", "16GB", "4 cores", "1_000", "0x10", "16gi", "1e", "Gi", "--1", "1e1001", "1" * 5000])
def test_what_is_no_quantity_is_refused(text: str) -> None:
    """Text that Kubernetes would refuse is refused."""
    with pytest.raises(ValueError, match="is not a quantity"):
        canonical_quantity(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("64GB", ', did you mean "64G" or "64Gi"'),
        ("64 gb", ', did you mean "64G" or "64Gi"'),
        ("64g", ', did you mean "64G" or "64Gi"'),
        ("1.5KB", ', did you mean "1.5k" or "1.5Ki"'),
        ("64GiB", ', did you mean "64Gi"'),
        ("64 gi", ', did you mean "64Gi"'),
        ("512mb", ', did you mean "512M" or "512Mi"'),
        ("500 m", ', did you mean "500m"'),
        ("4096 bytes", ', did you mean "4096"'),
        ("4 cores", ""),
        ("64ib", ""),
        ("many", ""),
    ],
)
def test_an_amount_as_people_say_it_is_respelled(text: str, meant: str) -> None:
    """Whether a step is a thousand or 1024 is the author's to say, where the text does not."""
    with pytest.raises(ValueError, match="is not a quantity") as refused:
        canonical_quantity(text)

    assert str(refused.value) == f'{text!r} is not a quantity such as "4", "500m" or "16Gi"{meant}'


def test_too_large_is_refused() -> None:
    """Kubernetes stores a thousand exa as 1, so that is refused."""
    with pytest.raises(ValueError, match="larger than Kubernetes can spell"):
        canonical_quantity("1000E")


@given(st.integers(0, 10**12), st.sampled_from(["", "n", "u", "m", "k", "M", "Ki", "Mi", "e3", "e-3"]))
def test_spelling_is_a_fixed_point(digits: int, suffix: str) -> None:
    """A canonical spelling is its own, and means the same amount."""
    once = canonical_quantity(f"{digits}{suffix}")

    assert (canonical_quantity(once), Quantity.parse(once).amount) == (once, Quantity.parse(f"{digits}{suffix}").amount)
