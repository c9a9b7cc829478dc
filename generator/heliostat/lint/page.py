"""The page of a policy, its README.md: what it flags, why that matters, how to fix it, when to waive it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.origin import shown
from heliostat.manifests.system_error import system_error

FILE = "README.md"
HEADINGS = ("What it flags", "Why it matters", "How to fix", "When to waive")
"""Of every page, in this order and no others."""

_SECTION = "\n## "


@dataclass(frozen=True, slots=True)
class Page:
    """A page, taken apart."""

    title: str
    sections: Mapping[str, str]
    """Markdown by heading."""

    @property
    def text(self) -> str:
        """The page below its title, as Markdown."""
        return "\n\n".join(f"## {heading}\n\n{section}" for heading, section in self.sections.items())


def read_page(folder: Path) -> Page:
    """Read the page of the policy in a folder.

    Raises:
        ConfigurationError: it lacks its title or one of the four headings, or has others.
        FailedError: it cannot be read.
    """
    file = folder / FILE
    try:
        return parse_page(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise system_error(error, str(file)) from error
    except ValueError as error:
        raise ConfigurationError(f"{shown(str(file))}: {error}") from error


def parse_page(text: str) -> Page:
    """Take a page apart.

    Raises:
        ValueError: it lacks its title or one of the four headings, or has others.
    """
    head, *sections = text.strip().split(_SECTION)
    title = head.strip()
    if not title.startswith("# ") or "\n" in title:
        raise ValueError("must begin with a title, `# …`, and nothing else above its first heading")
    parted = [section.partition("\n") for section in sections]
    headings = tuple(heading.strip() for heading, _, _ in parted)
    if headings != HEADINGS:
        raise ValueError(f"must have the headings {', '.join(HEADINGS)}, got {', '.join(headings) or 'none'}")
    return Page(title.removeprefix("# ").strip(), {heading.strip(): section.strip() for heading, _, section in parted})
