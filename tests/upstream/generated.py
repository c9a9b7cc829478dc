"""Arguments by chance, for comparing what we say of them with what upstream says."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

Made = TypeVar("Made")


def some(make: Callable[..., Made], needed: Mapping[str, Sequence[Any]], others: Mapping[str, Sequence[Any]], **more: Any) -> Made:
    """Make arguments of which each that is not needed is as it is by default, more often than not."""
    varied = {name: values for name, values in others.items() if random.random() < 0.15}
    return make(**{name: random.choice(values) for name, values in {**needed, **varied}.items()}, **more)
