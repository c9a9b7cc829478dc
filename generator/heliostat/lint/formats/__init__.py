"""How a report is told: one module for each format, each a pure function of the report and the contents of the files with findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from heliostat.lint.formats import github, json, junit, markdown, sarif, text
from heliostat.lint.report import Report

Render: TypeAlias = Callable[[Report, Mapping[str, str]], str]
"""Takes a report, and the contents of the files with findings by their names; where one is missing, its lines are not shown."""

FORMATS: Mapping[str, Render] = {
    "text": text.render,
    "json": json.render,
    "sarif": sarif.render,
    "github": github.render,
    "junit": junit.render,
    "markdown": markdown.render,
}
"""By the name that `--format` takes."""
