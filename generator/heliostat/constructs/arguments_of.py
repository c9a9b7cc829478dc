"""Constructs that take the arguments of a spec: statically typed, shown by help(), written once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from constructs import Construct

Arguments = ParamSpec("Arguments")
Spec = TypeVar("Spec")
Made = TypeVar("Made")

SpecInit = Callable[[Made, Construct, str, Spec], None]
ArgumentsInit = Callable[Concatenate[Made, Construct, str, Arguments], None]


def arguments_of(spec: Callable[Arguments, Spec]) -> Callable[[SpecInit[Made, Spec]], ArgumentsInit[Made, Arguments]]:
    """Turn an `__init__(self, scope, id, spec)` into one that takes the spec's own arguments in place of it."""

    def decorate(init: SpecInit[Made, Spec]) -> ArgumentsInit[Made, Arguments]:
        @wraps(init)
        def __init__(self: Made, scope: Construct, id: str, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
            init(self, scope, id, spec(*args, **kwargs))

        __init__.__signature__ = _signature(init, spec)  # type: ignore[attr-defined]  # inspect reads it, and mypy knows no such attribute of functions
        __init__.__doc__ = spec.__doc__
        return __init__

    return decorate


def _signature(init: Callable[..., None], spec: Callable[..., object]) -> inspect.Signature:
    own = list(inspect.signature(init).parameters.values())[:3]
    return inspect.Signature([*own, *inspect.signature(spec).parameters.values()], return_annotation=None)
