"""Runs the file of an environment and finds the Environment that it makes."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from traceback import walk_tb
from types import ModuleType, TracebackType

from heliostat.constructs.environment import Environment
from heliostat.manifests.errors import ConfigurationError, HeliostatError, RefusedError
from heliostat.manifests.origin import Frame, innermost, shown
from heliostat.manifests.system_error import system_error
from heliostat.render.debugger import no_debugger
from heliostat.render.includes import checked_includes
from heliostat.render.project import ENVIRONMENTS, Project
from heliostat.render.python_error import needs_terminal, text_of, told_of


def load(project: Project, name: str) -> Environment:
    """Run `environments/<name>.py` afresh, its neighbours that it imports too, and give the one Environment that it makes.

    Raises:
        ConfigurationError: naming file and line, when it does not import, raises, ends the program, makes no Environment or two, or
            one of another name.
    """
    file = project.file(name)
    with authors_code(file):
        module = _import(project.root, name)
    made = {id(value): value for value in vars(module).values() if isinstance(value, Environment)}
    own = [environment for environment in made.values() if environment.origin.frames and environment.origin.frames[-1].file == str(file)]
    environments = own or list(made.values())
    if not environments:
        raise ConfigurationError(
            f"{Frame(str(file), 1)}: makes no Environment, expected one bound to a name of its own",
            hint=f'write `{name.replace("-", "_")} = Environment("{name}")`, or let the name of a file that is no environment start with _',
        )
    first, *others = environments
    if others:
        raise ConfigurationError(
            f'{others[0].origin}: makes the Environment "{others[0].name}" beside "{first.name}" ({first.origin}), expected one in a file',
            hint="give each environment a file of its own",
        )
    if first.name != name:
        raise ConfigurationError(f'{first.origin}: the Environment is named "{first.name}", expected "{name}", the name of its file')
    return first


_NUL = "source code string cannot contain null bytes"
"""What Python before 3.11.4 says of such a file, as a ValueError without a line."""


@contextmanager
def authors_code(file: Path) -> Iterator[None]:
    """Let code of an environment run: what it raises becomes one message with its line, what it prints goes to stderr.

    Raises:
        ConfigurationError: in place of anything raised below a line of an author; errors of Heliostat's own stay as they are, after
            what was refused before.
        FailedError: when the system refuses to read a file that is imported.
    """
    try:
        with redirect_stdout(sys.stderr), checked_includes(), no_debugger():
            yield
    except RefusedError as error:
        known = _refused_before(error.__traceback__)
        raise RefusedError([*dict.fromkeys([*known, *error.problems])], hint=error.hint) from error
    except ConfigurationError as error:
        known = _refused_before(error.__traceback__)
        raise ConfigurationError("\n".join([*known, error.message]), hint=error.hint) from error
    except HeliostatError:
        raise
    except SystemExit as end:
        raise ConfigurationError(
            f"{innermost(end.__traceback__) or shown(str(file))}: ends the program (SystemExit: {end}), expected an Environment"
        ) from end
    except SyntaxError as error:
        place = Frame(error.filename or str(file), error.lineno or 1)
        raise ConfigurationError(f"{place}: {type(error).__name__}: {error.msg}") from error
    except BaseException as error:  # an environment may raise anything
        if isinstance(error, OSError) and _is_import_machinery(error.__traceback__):
            raise system_error(error, str(file)) from error
        where = innermost(error.__traceback__)
        if where is None and text_of(error) == _NUL:
            raise ConfigurationError(f"{Frame(str(file), 1)}: SyntaxError: {_NUL}") from error
        if where is None and _is_import_machinery(error.__traceback__):
            where = Frame(str(file), 1)
        if where is None:
            raise
        known = _refused_before(error.__traceback__)
        debugger = f"`python -m pdb -m {ENVIRONMENTS}.{file.stem}` runs the file in a debugger"
        hint = debugger if needs_terminal(error) else "--traceback shows how it came to that"
        raise ConfigurationError("\n".join([*known, f"{where}: {told_of(error)}"]), hint=hint) from error


def _is_import_machinery(trace: TracebackType | None) -> bool:
    """Tell whether Python itself failed to read or compile the file."""
    *_, (last, _line) = walk_tb(trace)
    return last.f_code.co_filename.startswith("<frozen importlib")


def _refused_before(trace: TracebackType | None) -> list[str]:
    """Collect what was refused in the Environments of the modules that an exception passed through."""
    modules = {id(frame.f_globals): frame.f_globals for frame, _ in walk_tb(trace)}
    made = {id(value): value for module in modules.values() for value in list(module.values()) if isinstance(value, Environment)}
    return [problem for environment in made.values() for problem in environment.refused]


def _import(root: Path, name: str) -> ModuleType:
    """Import one environment as if no other had been: what one leaves in a neighbour's module does not reach the next."""
    for known in [module for module in sys.modules if module.partition(".")[0] == ENVIRONMENTS]:
        del sys.modules[known]
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    _import_package(root / ENVIRONMENTS)
    return importlib.import_module(f"{ENVIRONMENTS}.{name}")


def _import_package(folder: Path) -> None:
    """Import `environments/` of this project, with or without an `__init__.py`, whatever else is called so on `sys.path`."""
    if (folder / "__init__.py").is_file():
        spec = importlib.util.spec_from_file_location(ENVIRONMENTS, folder / "__init__.py", submodule_search_locations=[str(folder)])
    else:
        spec = importlib.machinery.ModuleSpec(ENVIRONMENTS, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
    assert spec is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[ENVIRONMENTS] = package
    if spec.loader is not None:
        spec.loader.exec_module(package)
