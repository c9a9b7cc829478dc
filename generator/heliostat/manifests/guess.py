"""What somebody meant by a word that does not exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_MISSPELT = 0.85
"""Likeness beyond which two words differ by a slip of the pen."""

_SHORTEST = 3
"""Letters from which on a word tells what it is short for."""


def slip_of(word: str, known: Iterable[str], likeness: float = _MISSPELT) -> str | None:
    """Name the word that another one is but a slip of the pen away from; of short words, a slip takes more than 0.85 allows."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=likeness)
    return close[0] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Compose the end of a message, `, did you mean "replicas"`; empty where nothing is close.

    A misspelt word is closest, then one that is longer or shorter at its end (`environment` for `env`), then whatever is alike.
    """
    words = list(known)
    at_its_end = [
        other for other in words if min(len(word), len(other)) >= _SHORTEST and (word.startswith(other) or other.startswith(word))
    ]
    for candidates, likeness in ((words, _MISSPELT), (at_its_end, 0.0), (words, 0.6)):
        if close := difflib.get_close_matches(word, candidates, n=1, cutoff=likeness):
            return f', did you mean "{close[0]}"'
    return ""
