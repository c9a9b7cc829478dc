"""Pages of policies: a title, four headings, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliostat.lint.own import PAGES
from heliostat.lint.page import HEADINGS, Page, parse_page, read_page
from heliostat.manifests.errors import ConfigurationError, FailedError

TEXT = """# A head without memory

## What it flags

A head.

### Not

A worker.

## Why it matters

It is killed.

## How to fix

Ask for memory.

## When to waive

Never.
"""


def test_a_page() -> None:
    """Title and sections are taken apart, smaller headings stay in their section, and the text below the title is as it was."""
    page = parse_page(TEXT)

    assert page == Page(
        "A head without memory",
        {
            "What it flags": "A head.\n\n### Not\n\nA worker.",
            "Why it matters": "It is killed.",
            "How to fix": "Ask for memory.",
            "When to waive": "Never.",
        },
    )
    assert f"# {page.title}\n\n{page.text}\n" == TEXT


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must begin with a title, `# …`, and nothing else above its first heading"),
        (TEXT.replace("# A head without memory\n", "", 1), "must begin with a title, `# …`, and nothing else above its first heading"),
        (
            TEXT.replace("memory\n", "memory\n\nWhat is that\n", 1),
            "must begin with a title, `# …`, and nothing else above its first heading",
        ),
        ("# A title\n", f"must have the headings {', '.join(HEADINGS)}, got none"),
        (
            TEXT.replace("## How to fix", "## How to mend"),
            f"must have the headings {', '.join(HEADINGS)}, got What it flags, Why it matters, How to mend, When to waive",
        ),
    ],
    ids=["empty", "no title", "more than a title", "no headings", "another heading"],
)
def test_what_is_no_page(tmp_path: Path, text: str, message: str) -> None:
    """What is missing or too much is named, with the file."""
    (tmp_path / "README.md").write_text(text, encoding="utf-8")

    with pytest.raises(ConfigurationError) as refused:
        read_page(tmp_path)

    assert refused.value.message == f"{tmp_path}/README.md: {message}"


def test_a_page_that_is_not_there(tmp_path: Path) -> None:
    """A policy without a page is told by the file that is missing."""
    with pytest.raises(FailedError) as failed:
        read_page(tmp_path)

    assert failed.value.message == f"{tmp_path}/README.md: No such file or directory"


def test_a_page_that_is_no_text(tmp_path: Path) -> None:
    """A file in another encoding is refused."""
    (tmp_path / "README.md").write_bytes(b"# caf\xe9\n")

    with pytest.raises(ConfigurationError) as refused:
        read_page(tmp_path)

    assert refused.value.message.startswith(f"{tmp_path}/README.md: 'utf-8' codec can't decode")


@pytest.mark.parametrize("folder", sorted(PAGES.iterdir()), ids=lambda folder: folder.name)
def test_the_linter_has_pages_too(folder: Path) -> None:
    """What the linter itself has to say is explained as policies are."""
    assert read_page(folder).title
