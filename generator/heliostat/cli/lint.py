"""`heliostat lint`: anybody's manifests against schemas and policies."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import cast

import click

from heliostat.cli.report import tell, warn
from heliostat.cli.target_option import target_option, targets_of
from heliostat.lint.configuration import Configuration, read_configuration
from heliostat.lint.formats import FORMATS
from heliostat.lint.linter import Linter
from heliostat.lint.loader import load_policies, shipped_policies
from heliostat.lint.page import read_page
from heliostat.lint.policy import Severity
from heliostat.lint.report import Report
from heliostat.lint.sources import PassedOver, Text, Unread, read_paths, read_stream
from heliostat.lint.texts import contents
from heliostat.manifests.errors import ConfigurationError, FailedError
from heliostat.manifests.origin import shown
from heliostat.manifests.out_index import INDEX_NAME, parse_index, parse_targets
from heliostat.manifests.system_error import system_error
from heliostat.manifests.waiver import Waiver
from heliostat.schemas.project import FOLDER
from heliostat.schemas.targets import Targets

_PIPED = "-"


@click.command("lint")
@click.argument("paths", metavar="[PATH]...|-", nargs=-1)
@target_option
@click.option(
    "--format", "formats", multiple=True, type=click.Choice(list(FORMATS)), help="How to tell it; repeatable, each with its --output."
)
@click.option("--output", "outputs", multiple=True, metavar="FILE", help="Where the format goes instead of standard output.")
@click.option("--select", multiple=True, metavar="POLICY", help="Only this policy; repeatable.")
@click.option("--ignore", multiple=True, metavar="POLICY", help="All but this policy; repeatable.")
@click.option("--fail-on", type=click.Choice(["error", "warning"]), default="error", show_default=True, help="What ends with exit code 1.")
@click.option("--today", type=click.DateTime(["%Y-%m-%d"]), help="The day on which waivers must still count, instead of today.")
def command(
    *,
    paths: Sequence[str],
    targets: Sequence[str],
    formats: Sequence[str],
    outputs: Sequence[str],
    select: Sequence[str],
    ignore: Sequence[str],
    fail_on: str,
    today: datetime | None,
) -> None:
    """Hold manifests against schemas and policies.

    Files, folders that are searched for .yaml, .yml and .json, or what is piped in with `-`, as in `helm template … | heliostat lint -`;
    out/ unless something is named. All that is named is looked at together: a queue may stand in one file and its job in another.
    Files below out/<environment>/ are judged by the versions that run there, others by the newest that Heliostat knows unless
    `--target` says otherwise.
    """
    if len(outputs) > len(formats) or (len(formats) > 1 and len(outputs) < len(formats) - 1):
        raise click.UsageError("each --output belongs to the --format before it, and one format at most goes to standard output")
    texts, unread = _read(paths or ("out",))
    policies = load_policies([shipped_policies()])
    configuration = _configured(select, ignore).checked(policies)
    day = today.date() if today else date.today()
    report = Report()
    for world in _worlds(texts):
        linter = Linter(policies, world.targets(targets), day, configuration, _schemas())
        linted = linter.lint(world.texts, world.accepted())
        report = report.joined(linted.report)
        for passed in linted.passed_over:
            warn(passed)
    pages = {policy.id: read_page(policy.folder) for policy in policies if policy.id in report.policies}
    _tell(replace(report, pages=pages), contents(texts), formats or ("text",), outputs)
    for fault in unread:
        tell(f"{fault.file}: {fault.reason}")
    for crash in report.crashes:
        tell(f"{crash.resource.place.file}: {crash.resource.label}: the policy {crash.policy.id} failed: {crash.error}")
    code = report.exit_code(cast("Severity", fail_on))
    click.get_current_context().exit(FailedError.exit_code if unread else code)


def _read(paths: Sequence[str]) -> tuple[list[Text], list[Unread]]:
    texts: list[Text] = []
    unread: list[Unread] = []
    for path in paths:
        for source in [read_stream(sys.stdin.buffer)] if path == _PIPED else read_paths([Path(path)]):
            match source:
                case Text():
                    texts.append(source)
                case Unread():
                    unread.append(source)
                case PassedOver(file, reason):
                    warn(f"{file}: {reason}")
    return texts, unread


@dataclass(frozen=True, slots=True)
class _World:
    """Files whose objects are in one cluster: those of an environment's folder in out/, or all others."""

    folder: Path | None
    """The folder of the environment."""
    index: str
    texts: list[Text]

    def targets(self, given: Sequence[str]) -> Targets:
        """Take the versions that the environment runs, changed by what the command line says."""
        return targets_of(given, parse_targets(self.index, self._index_name) if self.folder else {})

    def accepted(self) -> Iterator[tuple[str, Waiver]]:
        """Give the waivers that the index keeps, each with the file whose object it is for."""
        if self.folder is None:
            return
        entries = parse_index(self.index, self._index_name)
        for text in self.texts:
            entry = entries.get(Path(text.file).relative_to(self.folder).as_posix())
            for waiver in entry.waivers if entry else ():
                yield text.file, waiver

    @property
    def _index_name(self) -> str:
        return str((self.folder or Path()) / INDEX_NAME)


def _worlds(texts: Iterable[Text]) -> list[_World]:
    """Sort files by the environment that they were rendered for."""
    indexes: dict[Path, str | None] = {}
    worlds: dict[Path | None, _World] = {}
    for text in texts:
        folder = next((each for each in Path(text.file).parents if _index(each, indexes) is not None), None)
        index = _index(folder, indexes) if folder is not None else None
        worlds.setdefault(folder, _World(folder, index or "", [])).texts.append(text)
    return list(worlds.values())


def _index(folder: Path, known: dict[Path, str | None]) -> str | None:
    if folder not in known:
        known[folder] = _content(folder / INDEX_NAME)
    return known[folder]


def _content(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8") if file.is_file() else None
    except UnicodeDecodeError as error:
        name = shown(str(file))
        raise ConfigurationError(f"{name}: is not UTF-8", hint=f"restore it with `git checkout -- {name}`") from error
    except OSError as error:
        raise system_error(error, str(file)) from error


def _configured(select: Sequence[str], ignore: Sequence[str]) -> Configuration:
    chosen = read_configuration(Path.cwd())
    return replace(chosen, select=tuple(select) or chosen.select, ignore=(*chosen.ignore, *ignore))


def _schemas() -> Path | None:
    folder = Path.cwd() / "environments" / FOLDER
    return folder if folder.is_dir() else None


def _tell(report: Report, texts: dict[str, str], formats: Sequence[str], outputs: Sequence[str]) -> None:
    for number, name in enumerate(formats):
        told = FORMATS[name](report, texts)
        if number >= len(outputs):
            click.echo(told, nl=False)
            continue
        try:
            Path(outputs[number]).write_text(told, encoding="utf-8")
        except OSError as error:
            raise system_error(error, outputs[number]) from error
