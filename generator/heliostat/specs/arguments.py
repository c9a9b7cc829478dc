"""Arguments that can be wrong without stopping: everything wrong in an environment is told at once.

A class marked `@arguments` is a frozen dataclass with keyword fields whose constructor never raises. Unknown, missing and
mistyped arguments are remembered on the instance, and `problems_of` collects them, with the class's own `check`, from a whole
tree of nested arguments.
"""

from __future__ import annotations

import dataclasses
import difflib
import inspect
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast, dataclass_transform

from heliostat.manifests.origin import Origin, origin_here
from heliostat.schemas.targets import Targets
from heliostat.specs.argument_types import type_hints_of, type_problem

Class = TypeVar("Class")


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one argument: where it stands (`workers[0].cpu`, empty for all of it) and what was expected."""

    argument: str
    message: str
    origin: Origin | None = None
    """The line of the nested arguments (`WorkerGroup(…)`); None where only the construct's own line is known."""


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(dataclasses.field,))
def arguments(cls: type[Class]) -> type[Class]:
    """Make a class a bundle of keyword arguments; fields with `field(kw_only=False)` may be given by position.

    The class may define `check(self, targets) -> Iterator[Problem]` for what types cannot say. It is called only when every
    argument of the instance has its right type.
    """
    made = dataclasses.dataclass(frozen=True, kw_only=True)(cls)
    strict = made.__init__
    signature = inspect.signature(strict)

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        object.__setattr__(self, "_origin", origin_here())
        try:
            strict(self, *args, **kwargs)
        except TypeError:
            refused = _misfits(made.__name__, signature, args, kwargs)
            if not refused:
                raise
            object.__setattr__(self, "_misfits", refused)
            _fill(self, signature, args, kwargs)

    __init__.__signature__ = signature  # type: ignore[attr-defined]  # what help() and IDEs show
    __init__.__doc__ = strict.__doc__
    made.__init__ = __init__  # type: ignore[method-assign]
    made.__heliostat_arguments__ = True  # type: ignore[attr-defined]
    return made


def _misfits(name: str, signature: inspect.Signature, args: Sequence[object], kwargs: Mapping[str, object]) -> tuple[Problem, ...]:
    """Name every argument that does not fit a signature."""
    parameters = list(signature.parameters.values())[1:]
    known = [parameter.name for parameter in parameters]
    positional = [p.name for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    beyond = args[len(positional) :]
    refused = [Problem("", f"{name} takes {len(positional)} arguments by position, got {value!r} beyond them") for value in beyond]
    given = set(positional[: len(args)])
    for key, value in kwargs.items():
        if key in given:
            refused.append(Problem(key, "is given twice"))
        elif key not in known:
            close = difflib.get_close_matches(key, known, n=1)
            hint = f', did you mean "{close[0]}"?' if close else ""
            refused.append(Problem(key, f"{name} has no such argument, got {value!r}{hint}"))
    given |= set(kwargs)
    refused += [Problem(p.name, "is missing") for p in parameters if p.default is inspect.Parameter.empty and p.name not in given]
    return tuple(refused)


def _fill(instance: object, signature: inspect.Signature, args: Sequence[object], kwargs: Mapping[str, object]) -> None:
    """Give an instance that was refused every field all the same, so that it can be shown and compared like any other."""
    positional = [name for name, p in list(signature.parameters.items())[1:] if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    given = {**dict(zip(positional, args, strict=False)), **kwargs}
    for entry in dataclasses.fields(cast("Any", instance)):
        if entry.name in given:
            value = given[entry.name]
        elif entry.default_factory is not dataclasses.MISSING:
            value = entry.default_factory()
        else:
            value = None if entry.default is dataclasses.MISSING else entry.default
        object.__setattr__(instance, entry.name, value)


def is_arguments(value: object) -> bool:
    """Tell whether a value is an instance of a class marked `@arguments`."""
    return getattr(type(value), "__heliostat_arguments__", False) is True


def origin_of(value: object) -> Origin:
    """Name the line that made an instance of a class marked `@arguments`."""
    return cast("Origin", value._origin)  # type: ignore[attr-defined]


def problems_of(value: object, targets: Targets) -> list[Problem]:
    """Collect all that is wrong with an `@arguments` instance and the instances nested in its fields."""
    misfits: tuple[Problem, ...] = getattr(value, "_misfits", ())
    if misfits:
        return [dataclasses.replace(problem, origin=problem.origin or origin_of(value)) for problem in misfits]
    found: list[Problem] = []
    hints = type_hints_of(cast("Hashable", type(value)))
    for name, hint in hints.items():
        given = getattr(value, name)
        wrong = type_problem(given, hint)
        found += [Problem(f"{name}{place}", message, origin_of(value)) for place, message in wrong]
        for place, nested in _nested(given):
            found += [_below(f"{name}{place}", problem) for problem in problems_of(nested, targets)]
    if not found:
        check = getattr(value, "check", None)
        if check is not None:
            found += [dataclasses.replace(p, origin=p.origin or origin_of(value)) for p in check(targets)]
    return found


def _nested(value: object) -> Iterator[tuple[str, object]]:
    if is_arguments(value):
        yield "", value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            shown = key if isinstance(key, str) else getattr(key, "name", repr(key))
            for place, nested in _nested(item):
                yield f'["{shown}"]{place}', nested
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        for index, item in enumerate(value):
            for place, nested in _nested(item):
                yield f"[{index}]{place}", nested


def _below(place: str, problem: Problem) -> Problem:
    joined = f"{place}.{problem.argument}" if problem.argument else place
    return dataclasses.replace(problem, argument=joined)
