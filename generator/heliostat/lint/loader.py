"""Finds policies: the folders that ship with Heliostat, and those of a project."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from heliostat.lint.policy import Check, Policy, Terms, terms_of
from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.origin import shown

_ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def shipped_policies() -> Path:
    """Name the folder of the policies that ship with Heliostat: beside its modules when installed, else that of the repository."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "policies"
    return installed if installed.is_dir() else package.parents[1] / "policies"


def load_policies(folders: Iterable[Path]) -> list[Policy]:
    """Load the policies of some folders, sorted by their ids.

    Raises:
        ConfigurationError: naming the file of a policy that cannot be loaded, or whose id is taken.
    """
    found: dict[str, Policy] = {}
    for folder in folders:
        for each in _policies_in(folder):
            if each.id in found:
                raise ConfigurationError(f"{shown(str(each.folder))}: the id {each.id} is that of {shown(str(found[each.id].folder))}")
            found[each.id] = each
    return [found[name] for name in sorted(found)]


def _policies_in(folder: Path) -> Iterator[Policy]:
    if not folder.is_dir():
        return
    for file in sorted(folder.glob("*/policy.py")):
        name = file.parent.name
        if not _ID.fullmatch(name):
            raise ConfigurationError(f"{shown(str(file.parent))}: the name of a policy's folder is its id, in snake_case")
        check, terms = _checked(file, _module(file))
        yield Policy(name, terms, check, file.parent)


def _module(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"heliostat_policies.{file.parent.name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for the module of what they are put on
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever its author wrote
        raise ConfigurationError(f"{shown(str(file))}: {type(error).__name__}: {error}") from error
    return module


def _checked(file: Path, module: ModuleType) -> tuple[Check, Terms]:
    marked = [(value, terms) for value in vars(module).values() if (terms := terms_of(value)) is not None]
    if len(marked) != 1:
        raise ConfigurationError(f"{shown(str(file))}: has {len(marked)} functions marked @policy, expected one")
    return marked[0]
