"""Where each of the names lies that environments are written with, read off the text of `heliostat.names`.

Importing that module would import all of them, which takes longer than rendering some hundred objects.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def modules() -> Mapping[str, str]:
    """Name the module of each name."""
    imports = [entry for entry in ast.parse(_listing().read_bytes()).body if isinstance(entry, ast.ImportFrom)]
    return {alias.name: str(entry.module) for entry in imports for alias in entry.names if entry.module != "__future__"}


def _listing() -> Path:
    return Path(__file__).with_name("names.py")
