"""Arguments that can be wrong without stopping: everything wrong in an environment is told at once.

A class marked `@arguments` is a frozen dataclass with keyword fields whose constructor never raises. Unknown, missing and
mistyped arguments are remembered on the instance, and `problems_of` collects them, with the class's own `check`, from a whole
tree of nested arguments.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar, cast, dataclass_transform

from heliostat.manifests.guess import did_you_mean
from heliostat.manifests.origin import Origin, origin_here
from heliostat.schemas.targets import Targets
from heliostat.specs.argument_types import (
    fitting_types,
    is_arguments_class,
    is_within,
    key_name,
    may_nest,
    shown_argument,
    type_hints_of,
    type_problem,
)
from heliostat.specs.plain_value import PLAIN, plain_value

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
    made: Any = dataclasses.dataclass(init=False, eq=False, repr=False, kw_only=True)(cls)
    fields = dataclasses.fields(made)
    positional = tuple(entry.name for entry in fields if not entry.kw_only)
    known = frozenset(entry.name for entry in fields)
    required = frozenset(entry.name for entry in fields if _has_no_default(entry))
    then = getattr(made, "__post_init__", None)

    def __init__(self: Any, /, *args: Any, **kwargs: Any) -> None:
        own = self.__dict__  # past __setattr__, which refuses
        own["_origin"] = origin_here()
        given = {**dict(zip(positional, args, strict=False)), **kwargs} if args else kwargs
        own["_given"] = frozenset(given)
        for name, value in given.items():
            own[name] = value if type(value) in PLAIN else plain_value(value)
        if not required <= given.keys() <= known or len(given) < len(args) + len(kwargs):
            own["_misfits"] = _misfits(made, args, kwargs)
            for name in given.keys() - known:
                del own[name]
            for name in required - given.keys():
                own[name] = None
        elif then is not None:
            then(self)

    for entry in fields:
        if entry.default_factory is not dataclasses.MISSING:
            setattr(made, entry.name, _shared(entry.default_factory()))
    for name in ("__eq__", "__hash__", "__repr__", "__setattr__", "__delattr__", "__signature__"):
        setattr(made, name, vars(_Instance)[name])
    made.__init__ = __init__
    __init__.__doc__ = made.__doc__ = documentation_of(made)
    made.__heliostat_arguments__ = True
    return cast("type[Class]", made)


def documentation_of(cls: type) -> str:
    """Put the docstring of a class and those of the classes that it extends one below the other: all its arguments are explained."""
    sections = [
        vars(each).get("__own_doc__") or vars(each).get("__doc__") for each in cls.__mro__ if each.__module__ not in ("abc", "builtins")
    ]
    return "\n\n".join(dict.fromkeys(inspect.cleandoc(section) for section in sections if section))


class _SignatureOf:
    """The signature of a class marked `@arguments`, made when help() or an IDE asks for it."""

    def __get__(self, instance: object, owner: type) -> inspect.Signature:
        return _signature(owner)


@cache
def _signature(cls: type) -> inspect.Signature:
    parameters = [
        inspect.Parameter(
            entry.name,
            inspect.Parameter.KEYWORD_ONLY if entry.kw_only else inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=inspect.Parameter.empty if _has_no_default(entry) else getattr(cls, entry.name),
            annotation=entry.type,
        )
        for entry in sorted(_fields(cls), key=lambda entry: bool(entry.kw_only))
    ]
    return inspect.Signature(parameters, return_annotation=None)


def _has_no_default(entry: dataclasses.Field[object]) -> bool:
    return entry.default is dataclasses.MISSING and entry.default_factory is dataclasses.MISSING


def _shared(default: object) -> object:
    """Make a default that all instances share; nobody can change it."""
    return MappingProxyType(default) if isinstance(default, dict) else default


def _misfits(cls: type, args: Sequence[object], kwargs: Mapping[str, object]) -> tuple[Problem, ...]:
    """Name every argument that a class does not take, and every one that it lacks."""
    name, fields = cls.__name__.removesuffix("Spec"), _fields(cls)
    known = [entry.name for entry in fields]
    positional = [entry.name for entry in fields if not entry.kw_only]
    beyond = args[len(positional) :]
    takes = f"only {', '.join(positional)} by position" if positional else "its arguments by name"
    refused = [Problem("", f"{name} takes {takes}, got {shown_argument(plain_value(value))}") for value in beyond]
    given = set(positional[: len(args)])
    for key, value in kwargs.items():
        if key in given:
            refused.append(Problem(key, "is given twice"))
        elif key not in known:
            told = f"{name} has no such argument, got {shown_argument(plain_value(value))}{did_you_mean(key, known)}"
            refused.append(Problem(key, told))
    given |= set(kwargs)
    refused += [Problem(entry.name, _MISSING) for entry in fields if _has_no_default(entry) and entry.name not in given]
    return tuple(refused)


class _Instance:
    """What the instances of all classes marked `@arguments` can do; a dataclass would write and compile it for each class anew."""

    __signature__ = _SignatureOf()

    def __eq__(self, other: object) -> bool:
        return _values(self) == _values(other) if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(_values(self))

    def __repr__(self) -> str:
        """Show what the author said: the fields that are not at their defaults."""
        said = [
            f"{entry.name}={value!r}" for entry, value in zip(_fields(self), _values(self), strict=True) if not _is_default(entry, value)
        ]
        return f"{type(self).__name__}({', '.join(said)})"

    def __setattr__(self, name: str, value: object) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _fields(arguments_or_class: object) -> tuple[dataclasses.Field[object], ...]:
    return dataclasses.fields(cast("Any", arguments_or_class))


def _values(instance: object) -> tuple[object, ...]:
    return tuple([getattr(instance, entry.name) for entry in _fields(instance)])


def _is_default(entry: dataclasses.Field[object], value: object) -> bool:
    if entry.default_factory is not dataclasses.MISSING:
        return value == entry.default_factory()
    return entry.default is not dataclasses.MISSING and value == entry.default


def is_arguments(value: object) -> bool:
    """Tell whether a value is an instance of a class marked `@arguments`."""
    return is_arguments_class(type(value))


def origin_of(value: object) -> Origin:
    """Name the line that made an instance of a class marked `@arguments`."""
    return cast("Origin", value._origin)  # type: ignore[attr-defined]


def problems_of(value: object, targets: Targets) -> list[Problem]:
    """Collect all that is wrong with an `@arguments` instance and the instances nested in its fields."""
    return _examined(value, targets)[0]


@dataclasses.dataclass(frozen=True, slots=True)
class _Argument:
    """How one argument of a class is examined."""

    hint: Any
    fitting: frozenset[type]
    """Types whose every value fits, but for whole numbers that are too large."""
    nests: bool
    """Whether a value that fits may hold arguments in turn."""


@cache
def _plan(cls: type, said: frozenset[str]) -> list[tuple[str, _Argument]]:
    """Say how the arguments that were given are examined; what was left at its default is right."""
    hints = type_hints_of(cast("Hashable", cls))
    return [(name, _Argument(hint, fitting_types(hint), may_nest(hint))) for name, hint in hints.items() if name in said]


_SOUND: set[object] = set()
"""Nested arguments that were examined and are right: the groups of a fleet are the same few over and over."""
_MOST_KEPT = 10_000


def _examined_once(value: object, targets: Targets) -> tuple[list[Problem], bool]:
    """Examine nested arguments, unless some that are the same were right."""
    identity = (targets, _identity(value))
    if identity in _SOUND:
        return [], True
    found, complete = _examined(value, targets)
    if complete and not found:
        if len(_SOUND) >= _MOST_KEPT:
            _SOUND.clear()
        _SOUND.add(identity)
    return found, complete


def _identity(value: Any) -> object:
    """Say what all values have in common that checks cannot tell apart: their types (True is no 1), and what they hold."""
    kind = type(value)
    if kind in PLAIN:
        return kind, value
    if kind is dict:
        return kind, *[(_identity(key), _identity(item)) for key, item in value.items()]
    if kind is list or kind is tuple:
        return kind, *map(_identity, value)
    if is_arguments_class(kind) and getattr(kind, "is_same_everywhere", True):
        own = vars(value)
        return kind, own["_given"], *[(name, _identity(item)) for name, item in own.items() if name not in _OF_MAKING]
    return _Itself(value)


class _Itself:
    """A value that equals no other, whatever its class says; it stays alive, so that its identity stays its own."""

    __slots__ = ("_value",)

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self._value is other._value

    def __hash__(self) -> int:
        return id(self._value)


_OF_MAKING = frozenset({"_origin", "_given"})
"""What an instance knows beside its arguments."""


def _examined(value: object, targets: Targets) -> tuple[list[Problem], bool]:
    misfits: tuple[Problem, ...] = getattr(value, "_misfits", ())
    found = [dataclasses.replace(problem, origin=problem.origin or origin_of(value)) for problem in misfits]
    complete = not any(problem.message == _MISSING for problem in misfits)
    for name, argument in _plan(cast("Hashable", type(value)), cast("Any", value)._given):
        given = getattr(value, name)
        if type(given) in argument.fitting and is_within(given):
            if not argument.nests:
                continue
        else:
            wrong = type_problem(given, argument.hint)
            if not wrong and not argument.nests:
                continue
            found += [Problem(f"{name}{place}", message, origin_of(value)) for place, message in wrong]
        for place, nested in _nested(given):
            problems, nested_complete = _examined_once(nested, targets)
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
    if not found:
        return []
    told = [problem.argument for problem in known]
    fresh = [problem for problem in found if not any(_overlap(problem.argument, place) for place in told)]
    return [dataclasses.replace(problem, origin=problem.origin or origin_of(value)) for problem in fresh]


def _overlap(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _nested(value: object) -> Iterator[tuple[str, object]]:
    if is_arguments(value):
        yield "", value
    elif type(value) is dict:
        for key, item in value.items():
            for place, nested in _nested(item):
                yield f'["{key_name(key)}"]{place}', nested
    elif type(value) is list or type(value) is tuple:
        for index, item in enumerate(value):
            for place, nested in _nested(item):
                yield f"[{index}]{place}", nested


def _below(place: str, problem: Problem) -> Problem:
    joined = f"{place}.{problem.argument}" if problem.argument else place
    return dataclasses.replace(problem, argument=joined)
