"""What somebody meant by a word that does not exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Compose the end of a message, `, did you mean "replicas"`; empty where nothing is close."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f', did you mean "{close[0]}"' if close else ""
