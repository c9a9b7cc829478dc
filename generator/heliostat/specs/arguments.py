"""Arguments that can be wrong without stopping: everything wrong in an environment is told at once.

A class marked `@arguments` is a frozen dataclass with keyword fields whose constructor never raises. Unknown, missing and
mistyped arguments are remembered on the instance, and `problems_of` collects them, with the class's own `check`, from a whole
tree of nested arguments.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast, dataclass_transform

from heliostat.manifests.guess import did_you_mean
from heliostat.manifests.origin import Origin, origin_here
from heliostat.schemas.targets import Targets
from heliostat.specs.argument_types import shown_value, type_hints_of, type_problem

Class = TypeVar("Class")

_MISSING = "is missing"


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
    cls.__own_doc__ = cls.__doc__  # type: ignore[attr-defined]  # what it adds to the classes that it extends
    made = dataclasses.dataclass(frozen=True, kw_only=True, repr=False)(cls)
    strict = made.__init__
    signature = inspect.signature(strict)
    positional = _positional(signature)

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        object.__setattr__(self, "_origin", origin_here())
        object.__setattr__(self, "_given", {*positional[: len(args)], *kwargs})
        try:
            strict(self, *args, **kwargs)
        except TypeError:
            refused = _misfits(made.__name__.removesuffix("Spec"), signature, args, kwargs)
            if not refused:
                raise
            object.__setattr__(self, "_misfits", refused)
            _fill(self, signature, args, kwargs)

    __init__.__signature__ = signature  # type: ignore[attr-defined]  # what help() and IDEs show
    __init__.__doc__ = made.__doc__ = documentation_of(made)
    made.__init__ = __init__  # type: ignore[method-assign]
    made.__repr__ = _said  # type: ignore[method-assign]  # a method like any other
    made.__heliostat_arguments__ = True  # type: ignore[attr-defined]
    return made


def documentation_of(cls: type) -> str:
    """Put the docstring of a class and those of the classes that it extends one below the other: all its arguments are explained."""
    sections = [
        vars(each).get("__own_doc__") or vars(each).get("__doc__") for each in cls.__mro__ if each.__module__ not in ("abc", "builtins")
    ]
    return "\n\n".join(dict.fromkeys(inspect.cleandoc(section) for section in sections if section))


def _positional(signature: inspect.Signature) -> list[str]:
    """Name the arguments that may be given by position."""
    return [name for name, each in list(signature.parameters.items())[1:] if each.kind is not inspect.Parameter.KEYWORD_ONLY]


def _misfits(name: str, signature: inspect.Signature, args: Sequence[object], kwargs: Mapping[str, object]) -> tuple[Problem, ...]:
    """Name every argument that does not fit a signature."""
    parameters = list(signature.parameters.values())[1:]
    known = [parameter.name for parameter in parameters]
    positional = _positional(signature)
    beyond = args[len(positional) :]
    takes = f"only {', '.join(positional)} by position" if positional else "its arguments by name"
    refused = [Problem("", f"{name} takes {takes}, got {shown_value(value)}") for value in beyond]
    given = set(positional[: len(args)])
    for key, value in kwargs.items():
        if key in given:
            refused.append(Problem(key, "is given twice"))
        elif key not in known:
            refused.append(Problem(key, f"{name} has no such argument, got {shown_value(value)}{did_you_mean(key, known)}"))
    given |= set(kwargs)
    refused += [Problem(p.name, _MISSING) for p in parameters if p.default is inspect.Parameter.empty and p.name not in given]
    return tuple(refused)


def _fill(instance: object, signature: inspect.Signature, args: Sequence[object], kwargs: Mapping[str, object]) -> None:
    """Give an instance that was refused every field all the same, so that it can be shown and compared like any other."""
    positional = _positional(signature)
    given = {**dict(zip(positional, args, strict=False)), **kwargs}
    for entry in dataclasses.fields(cast("Any", instance)):
        if entry.name in given:
            value = given[entry.name]
        elif entry.default_factory is not dataclasses.MISSING:
            value = entry.default_factory()
        else:
            value = None if entry.default is dataclasses.MISSING else entry.default
        object.__setattr__(instance, entry.name, value)


def _said(self: object) -> str:
    """Show what the author said: the fields that are not at their defaults."""
    fields = dataclasses.fields(cast("Any", self))
    given = [(entry, getattr(self, entry.name)) for entry in fields]
    said = [f"{entry.name}={value!r}" for entry, value in given if not _is_default(entry, value)]
    return f"{type(self).__name__}({', '.join(said)})"


def _is_default(entry: dataclasses.Field[object], value: object) -> bool:
    if entry.default_factory is not dataclasses.MISSING:
        return value == entry.default_factory()
    return entry.default is not dataclasses.MISSING and value == entry.default


def is_arguments(value: object) -> bool:
    """Tell whether a value is an instance of a class marked `@arguments`."""
    return getattr(type(value), "__heliostat_arguments__", False) is True


def origin_of(value: object) -> Origin:
    """Name the line that made an instance of a class marked `@arguments`."""
    return cast("Origin", value._origin)  # type: ignore[attr-defined]


def problems_of(value: object, targets: Targets) -> list[Problem]:
    """Collect all that is wrong with an `@arguments` instance and the instances nested in its fields."""
    return _examined(value, targets)[0]


def _examined(value: object, targets: Targets) -> tuple[list[Problem], bool]:
    """Collect what is wrong, and tell whether every argument that must be there is, nested ones too."""
    misfits: tuple[Problem, ...] = getattr(value, "_misfits", ())
    found = [dataclasses.replace(problem, origin=problem.origin or origin_of(value)) for problem in misfits]
    complete = not any(problem.message == _MISSING for problem in misfits)
    said = cast("Any", value)._given  # what was left at its default is right
    for name, hint in type_hints_of(cast("Hashable", type(value))).items():
        if name not in said:
            continue
        given = getattr(value, name)
        found += [Problem(f"{name}{place}", message, origin_of(value)) for place, message in type_problem(given, hint)]
        for place, nested in _nested(given):
            problems, nested_complete = _examined(nested, targets)
            complete = complete and nested_complete
            found += [_below(f"{name}{place}", problem) for problem in problems]
    if complete:
        found += _checked(value, targets, found)
    return found, complete


def _checked(value: object, targets: Targets, known: Sequence[Problem]) -> list[Problem]:
    """Run the class's own check; where something is wrong already, what it stumbles over or says of that is left out."""
    check = getattr(value, "check", None)
    if check is None:
        return []
    found: list[Problem] = []
    try:
        for problem in check(targets):
            found.append(problem)  # noqa: PERF402  # what was told before it stumbled counts
    except Exception as error:  # checks rely on types that are wrong here; without a known fault the stumbling is our own
        if isinstance(error, ValueError) and not known and not found:
            found.append(Problem("", str(error)))  # a text that cannot be read: what reads it says what is wrong with it
        elif not known and not found:
            raise
    told = [problem.argument for problem in known]
    fresh = [problem for problem in found if not any(_overlap(problem.argument, place) for place in told)]
    return [dataclasses.replace(problem, origin=problem.origin or origin_of(value)) for problem in fresh]


def _overlap(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


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
