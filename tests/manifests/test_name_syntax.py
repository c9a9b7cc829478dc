"""Names, label keys and label values as Kubernetes accepts them."""

from __future__ import annotations

import pytest

from heliostat.manifests.name_syntax import dns_label_fault, dns_subdomain_fault, label_key_fault, label_value_fault

ACCEPTED = [
    (dns_label_fault, "a"),
    (dns_label_fault, "team-1"),
    (dns_label_fault, "a" * 63),
    (dns_subdomain_fault, "team-1.ml"),
    (dns_subdomain_fault, "a" * 253),
    (label_key_fault, "pool"),
    (label_key_fault, "nvidia.com/gpu"),
    (label_key_fault, f"{'a' * 253}/{'B' * 63}"),
    (label_value_fault, ""),
    (label_value_fault, "A_b.c-1"),
]

REFUSED = [
    (dns_label_fault, "", "must be at most 63 lower-case letters, digits and \"-\", with a letter or digit at both ends, got ''"),
    (
        dns_label_fault,
        "a" * 64,
        f"must be at most 63 lower-case letters, digits and \"-\", with a letter or digit at both ends, got '{'a' * 64}' (64 characters)",
    ),
    (dns_label_fault, "a.b", "must be at most 63 lower-case letters, digits and \"-\", with a letter or digit at both ends, got 'a.b'"),
    (
        dns_subdomain_fault,
        "a..b",
        'must be at most 253 lower-case letters, digits, "-" and ".", with a letter or digit around each ".", got \'a..b\'',
    ),
    (
        dns_subdomain_fault,
        "a\n",
        'must be at most 253 lower-case letters, digits, "-" and ".", with a letter or digit around each ".", got \'a\\n\'',
    ),
    (
        label_key_fault,
        "/gpu",
        'must be a key such as "pool" or "nvidia.com/gpu", its last part at most 63 characters, got \'/gpu\'',
    ),
    (
        label_key_fault,
        "a/b/c",
        'must be a key such as "pool" or "nvidia.com/gpu", its last part at most 63 characters, got \'a/b/c\'',
    ),
    (
        label_value_fault,
        "-x",
        'must be at most 63 letters, digits, "-", "_" and ".", with a letter or digit at both ends, got \'-x\'',
    ),
]


@pytest.mark.parametrize(("fault", "text"), ACCEPTED)
def test_what_kubernetes_accepts_has_no_fault(fault, text):
    """Names up to the limits of length and alphabet are accepted."""
    assert fault(text) is None


@pytest.mark.parametrize(("fault", "text", "message"), REFUSED)
def test_what_kubernetes_refuses_is_told_with_what_it_expects(fault, text, message):
    """The message says what is expected, and what was given with its length where that may be the fault."""
    assert fault(text) == message
