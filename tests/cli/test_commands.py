"""The command line answers at once, in one style, and with the exit codes that are promised."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from heliostat.cli.commands import COMMANDS, heliostat
from tests.cli.project import Project, plain

SLOW = {"cdk8s", "constructs", "jsii", "jsonschema", "jsonschema_rs", "rich", "yaml"}


def imported(*arguments: str) -> set[str]:
    """Run the command line in a process of its own and name the top-level modules that it imported."""
    program = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr))\n"
        "from heliostat.cli.main import main\n"
        f"sys.argv = ['heliostat', *{list(arguments)!r}]\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], env=plain(), capture_output=True, text=True, check=True)
    return set(done.stderr.split())


class TestHelp:
    @pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["--version"]])
    def test_imports(self, arguments: list[str]) -> None:
        """Asking for help or the version starts neither Node nor anything else that takes time."""
        assert imported(*arguments) & SLOW == set()

    @pytest.mark.parametrize("name", ["render", "check", "lint"])
    def test_no_node_for_help_of_a_command(self, name: str) -> None:
        """The help of a command that renders does not start Node either."""
        assert imported(name, "--help") & {"cdk8s", "constructs", "jsii"} == set()

    @pytest.mark.parametrize("name", COMMANDS)
    def test_one_sentence(self, name: str) -> None:
        """The list of commands says of each what the command itself says first."""
        command = heliostat.get_command(click.Context(heliostat), name)

        assert command is not None
        assert command.get_short_help_str(limit=200) == COMMANDS[name]

    @pytest.mark.parametrize("name", COMMANDS)
    def test_every_option_is_explained(self, name: str) -> None:
        """No option of a command is without help, and each takes `--traceback`."""
        command = heliostat.get_command(click.Context(heliostat), name)
        assert command is not None
        options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]

        assert [option.name for option in options if not option.help] == []
        assert "--traceback" in {text for option in options for text in option.opts}

    def test_newcomer(self) -> None:
        """The help names every command and the exit codes."""
        answer = CliRunner().invoke(heliostat, ["--help"])

        assert answer.exit_code == 0
        assert all(f"\n  {name} " in answer.stdout for name in COMMANDS)
        assert "Exit codes: 0 clean, 1 refused or out/ is stale, 2 wrong usage" in answer.stdout


class TestUsage:
    def test_version(self, project: Project) -> None:
        """The version is that of the package."""
        assert project.heliostat("--version").stdout == f"heliostat {version('heliostat')}\n"

    def test_nothing_asked(self, project: Project) -> None:
        """Without a command the help is shown, as wrong usage."""
        answer = project.heliostat()

        assert (answer.code, answer.stdout) == (2, "")
        assert answer.stderr.startswith("Usage: heliostat")

    @pytest.mark.parametrize(
        ("arguments", "message", "hint"),
        [
            (["rendr"], 'there is no command "rendr", did you mean "render"', "heliostat --help"),
            (["xyz"], 'there is no command "xyz"', "heliostat --help"),
            (["--jbs"], "No such option '--jbs'.", "heliostat --help"),
            (["render", "--jobs", "0"], "Invalid value for '--jobs': 0 is not in the range x>=1.", "heliostat render --help"),
            (["check", "--out", "file"], "Invalid value for '--out': Directory 'file' is a file.", "heliostat check --help"),
        ],
    )
    def test_wrong_usage(self, project: Project, arguments: list[str], message: str, hint: str) -> None:
        """Wrong usage is one message, in the style of all others, and exit code 2."""
        project.write({"file": ""})
        answer = project.heliostat(*arguments)

        assert (answer.code, answer.stdout) == (2, "")
        assert answer.errors == [f"error: {message}", f"  `{hint}` shows what there is"]

    @pytest.mark.parametrize("command", ["render", "check"])
    def test_no_project(self, project: Project, command: str) -> None:
        """Outside a project the message says what was looked for."""
        (project.root / "environments").rmdir()
        answer = project.heliostat(command)

        assert (answer.code, answer.stdout) == (2, "")
        assert answer.errors[0] == f"error: {project.root}: there is no folder environments/ here or above"

    def test_unknown_environment(self, project: Project) -> None:
        """An environment that is not there is told with what was probably meant."""
        project.write({"environments/staging.py": "raise AssertionError"})
        answer = project.heliostat("render", "stagin")

        assert (answer.code, answer.stdout) == (2, "")
        assert answer.errors == ['error: there is no environment "stagin", did you mean "staging"', "  the environments are staging"]

    def test_color(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Colours are for terminals that want them."""
        monkeypatch.chdir(tmp_path)
        answers = [CliRunner().invoke(heliostat, ["render"], color=True, env={"NO_COLOR": no}) for no in ("", "1")]

        assert ["\x1b[" in answer.stderr for answer in answers] == [True, False]


class TestFaults:
    """What no one foresaw is one line too."""

    def test_one_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A crash ends with one message and exit code 3."""

        def fail(*_: object) -> None:
            raise ValueError("odd")

        monkeypatch.setattr("heliostat.render.project.Project.around", fail)
        answer = CliRunner().invoke(heliostat, ["render"])

        assert (answer.exit_code, answer.stdout) == (3, "")
        assert answer.stderr == "error: Heliostat itself failed: ValueError: odd\n  --traceback shows where; please report it\n"

    @pytest.mark.parametrize("arguments", [["--traceback", "render"], ["render", "--traceback"]])
    def test_traceback(self, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
        """`--traceback` shows how it came to that, before or after the command."""

        def fail(*_: object) -> None:
            raise ValueError("odd")

        monkeypatch.setattr("heliostat.render.project.Project.around", fail)
        answer = CliRunner().invoke(heliostat, arguments)

        assert answer.exit_code == 3
        assert answer.stderr.startswith("Traceback (most recent call last):")
        assert 'raise ValueError("odd")' in answer.stderr
        assert answer.stderr.endswith("error: Heliostat itself failed: ValueError: odd\n  --traceback shows where; please report it\n")

    def test_command_that_does_not_import(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A broken command is a fault, not an unknown command."""
        monkeypatch.setitem(sys.modules, "heliostat.cli.check", None)
        answer = CliRunner().invoke(heliostat, ["check"])

        assert answer.exit_code == 3
        assert answer.stderr.startswith("error: Heliostat itself failed: ModuleNotFoundError: ")
