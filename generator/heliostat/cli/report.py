"""How Heliostat talks about trouble: on stderr, one style."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Mapping

import click

from heliostat.cli.streams import give_up
from heliostat.manifests.errors import HeliostatError

TRACEBACK = "heliostat.traceback"
"""Key in the context's `meta`: tracebacks were asked for."""


def report(error: HeliostatError, trace: str | None = None) -> None:
    """Tell an error, after how it came to it where that was asked for; `trace` is that of another process."""
    if click.get_current_context().meta.get(TRACEBACK):
        say(trace or "".join(traceback.format_exception(error)))
    tell(error.message, hint=error.hint)


def end_after(errors: Mapping[HeliostatError, str | None]) -> None:
    """Report errors, equal ones once, and end the command with the worst exit code among them; go on when there are none."""
    for error, trace in {str(error): (error, trace) for error, trace in errors.items()}.values():
        report(error, trace)
    if errors:
        raise click.exceptions.Exit(max(error.exit_code for error in errors))


def tell(message: str, *, hint: str | None = None) -> None:
    """Say what is wrong, a line for each thing, and what to do."""
    for line in message.splitlines():
        say(f"{_label('error', 'red')}: {line}")
    if hint:
        say(f"  {hint}")


def warn(message: str) -> None:
    """Tell what is worth a look and stops nothing."""
    say(f"{_label('warning', 'yellow')}: {message}")


def say(text: str) -> None:
    """Say something to people, if anybody hears it."""
    try:
        click.echo(text, err=True)
    except OSError:  # the exit code still tells
        give_up(sys.stderr)


def _label(word: str, color: str) -> str:
    return word if os.environ.get("NO_COLOR") else click.style(word, fg=color, bold=True)
