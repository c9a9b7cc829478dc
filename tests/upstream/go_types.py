"""What Go's types make of an object that they read and write again."""

from __future__ import annotations

from typing import Any

_ALWAYS_WRITTEN = ("metadata", "scaleStrategy", "spec")


def without_zeros(stored: Any) -> Any:
    """Take away what Go's types write where nothing was: a status, and empty mappings in their places."""
    if isinstance(stored, list):
        return [without_zeros(item) for item in stored]
    if not isinstance(stored, dict):
        return stored
    made = {key: without_zeros(value) for key, value in stored.items() if value is not None}
    return {key: value for key, value in made.items() if key != "status" and not (key in _ALWAYS_WRITTEN and value == {})}
