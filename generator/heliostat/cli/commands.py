"""The commands of `heliostat`, found by name; whatever they raise becomes one message and an exit code.

Nothing here imports a command before it is called, so that `--help` answers at once.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import click

from heliostat.cli.report import TRACEBACK, report, say, tell
from heliostat.manifests.errors import ConfigurationError, FailedError, HeliostatError
from heliostat.manifests.guess import did_you_mean

COMMANDS: Mapping[str, str] = {
    "render": "Render environments into out/.",
    "check": "Compare out/ with what the environments render.",
    "lint": "Hold manifests against schemas and policies.",
    "schemas": "Teach Heliostat the custom resources of your platform.",
}
"""What there is, in the order in which people meet it; `heliostat.cli.<name>.command` does it."""

FAILED = FailedError.exit_code


def _remember_traceback(context: click.Context, option: click.Parameter, given: bool) -> None:
    if given:
        context.meta[TRACEBACK] = True


_TRACEBACK = click.Option(
    ["--traceback"], is_flag=True, expose_value=False, callback=_remember_traceback, help="Show how it came to an error."
)


class Commands(click.Group):
    """Commands that are imported when they are called; each takes `--traceback`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"heliostat.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        if _TRACEBACK not in command.params:
            command.params.append(_TRACEBACK)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is meant, or say what else could be."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            ctx.fail(f'there is no command "{args[0]}"{did_you_mean(args[0], COMMANDS)}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the options that stand before a command; those that answer at once do it here."""
        with _told(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> None:
        """Run a command."""
        with _told(ctx):
            super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()


@contextmanager
def _told(context: click.Context) -> Iterator[None]:
    """Make one message and an exit code of whatever is raised."""
    try:
        yield
    except (click.ClickException, click.exceptions.Exit):
        raise
    except BrokenPipeError:  # whoever read our output has seen enough
        context.exit(FAILED)
    except HeliostatError as error:
        report(error)
        context.exit(error.exit_code)
    except Exception as error:  # a fault of ours: one line, the traceback for those who want it
        told = FailedError(f"Heliostat itself failed: {type(error).__name__}: {error}", hint="--traceback shows where; please report it")
        told.__cause__ = error
        report(told)
        context.exit(FAILED)


@click.group(
    cls=Commands,
    params=[_TRACEBACK],
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="heliostat", message="%(prog)s %(version)s")
@click.pass_context
def heliostat(context: click.Context) -> None:
    """Ray on Kubernetes through GitOps: environments in Python become committed manifests.

    \b
    environments/prod.py   describes one cluster: queues, teams, Ray jobs
    heliostat render       writes out/prod/, one file for each Kubernetes object
    git commit             Argo CD syncs what is in out/
    heliostat check        in CI: does out/ hold what the environments render?

    Exit codes: 0 clean, 1 refused or out/ is stale, 2 wrong usage or configuration, 3 could not do it,
    and 128 with the number of the signal that interrupted it: 130 after Ctrl-C.
    """
    if context.invoked_subcommand is None:
        say(context.get_help())
        context.exit(ConfigurationError.exit_code)


def run() -> int:
    """Run the command line, and give the exit code of the program."""
    try:
        return heliostat.main(prog_name="heliostat", standalone_mode=False) or 0
    except click.ClickException as error:
        usage = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "heliostat"
        tell(error.format_message(), hint=f"`{usage} --help` shows what there is")
        return ConfigurationError.exit_code
