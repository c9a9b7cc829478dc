"""What Kubernetes accepts as a name, a label key and a label value.

Source: k8s.io/apimachinery v0.35.4, pkg/util/validation/validation.go. Every function answers with what is expected and what was
given, or with None when the text is accepted.
"""

from __future__ import annotations

import re
from functools import lru_cache

_MOST_KEPT = 4096
"""Texts whose answer is remembered: the same few keys stand in nearly every object."""

_DNS_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_DNS_SUBDOMAIN = re.compile(rf"{_DNS_LABEL.pattern}(\.{_DNS_LABEL.pattern})*")
_LABEL_WORD = re.compile(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")


@lru_cache(_MOST_KEPT)
def dns_label_fault(text: str) -> str | None:
    """Check a name of at most 63 lower-case letters, digits and `-`: a namespace, a volume."""
    if len(text) <= 63 and _DNS_LABEL.fullmatch(text):
        return None
    return f'must be at most 63 lower-case letters, digits and "-", with a letter or digit at both ends, got {_given(text)}'


def dns_subdomain_fault(text: str) -> str | None:
    """Check a name of at most 253 lower-case letters, digits, `-` and `.`: most objects."""
    if len(text) <= 253 and _DNS_SUBDOMAIN.fullmatch(text):
        return None
    return f'must be at most 253 lower-case letters, digits, "-" and ".", with a letter or digit around each ".", got {_given(text)}'


@lru_cache(_MOST_KEPT)
def label_key_fault(text: str) -> str | None:
    """Check the key of a label, a taint, an annotation or a resource: `pool`, `nvidia.com/gpu`."""
    prefix, slash, word = text.rpartition("/")
    if (not slash or dns_subdomain_fault(prefix) is None) and len(word) <= 63 and _LABEL_WORD.fullmatch(word):
        return None
    return f'must be a key such as "pool" or "nvidia.com/gpu", its last part at most 63 characters, got {_given(text)}'


@lru_cache(_MOST_KEPT)
def label_value_fault(text: str) -> str | None:
    """Check the value of a label or a taint, which may be empty."""
    if not text or (len(text) <= 63 and _LABEL_WORD.fullmatch(text)):
        return None
    return f'must be at most 63 letters, digits, "-", "_" and ".", with a letter or digit at both ends, got {_given(text)}'


def _given(text: str) -> str:
    return f"{text!r} ({len(text)} characters)" if len(text) > 63 else repr(text)
