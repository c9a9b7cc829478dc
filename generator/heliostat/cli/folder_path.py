"""A folder that is named on the command line."""

from __future__ import annotations

import os
from pathlib import Path

import click


class FolderPath(click.Path):
    """A folder, be it there or not; what can be none, as the value of a variable that is not set, is wrong usage."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, file_okay=False)

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Take the name of a folder."""
        name = os.fspath(value)
        if not name or "\0" in name:
            self.fail(f"must name a folder, got {name!r}", param, ctx)
        super().convert(name, param, ctx)
        return Path(name)
