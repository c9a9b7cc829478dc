"""Whatever the streams of the command are, its exit code is right, and what can be told is one line."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.cli.project import COMMAND, Project, environment, plain


def run(project: Project, redirections: str, *arguments: str, stdout: int = subprocess.PIPE) -> tuple[int, str, str]:
    """Run a command with redirections as a shell knows them."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirections}', "sh", *COMMAND, *arguments],
        cwd=project.root,
        env=plain(),
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def rendered(project: Project) -> Project:
    """A project that needs no rendering."""
    project.write({"environments/dev.py": environment("dev")})
    assert project.heliostat("render").code == 0
    return project


COMMANDS = pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["render", "--help"], ["render"], ["check"]], ids=" ".join)


class TestResults:
    @COMMANDS
    @pytest.mark.parametrize(
        ("redirection", "why"),
        [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor"), (">&- 2>&-", None), (">/dev/full 2>&1", None)],
    )
    def test_not_taken(self, rendered: Project, arguments: list[str], redirection: str, why: str | None) -> None:
        """Results that nobody takes are one error."""
        told = f"error: cannot write results to standard output: {why}\n" if why else ""

        assert run(rendered, redirection, *arguments) == (3, "", told)

    @COMMANDS
    def test_reader_that_leaves(self, rendered: Project, arguments: list[str]) -> None:
        """Who stops reading hears nothing of it."""
        read, write = os.pipe()
        os.close(read)
        code, _, told = run(rendered, "", *arguments, stdout=write)
        os.close(write)

        assert (code, told) == (3, "")

    def test_written_all_the_same(self, project: Project) -> None:
        """The manifests are where they belong, whoever hears of it."""
        project.write({"environments/dev.py": environment("dev")})

        assert run(project, ">/dev/full", "render")[0] == 3
        assert project.heliostat("check").code == 0


class TestOtherStreams:
    @pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "2>&1 >/dev/null", "<&-", "<&- >&- 2>&-"])
    @pytest.mark.parametrize(
        ("arguments", "code"), [(["render", "nowhere"], 2), (["--nonsense"], 2), ([], 2), (["render", "--out", "dev"], 2)]
    )
    def test_errors(self, rendered: Project, redirection: str, arguments: list[str], code: int) -> None:
        """An error that nobody hears has its exit code."""
        rendered.write({"dev/dev/mine": ""})

        assert run(rendered, redirection, *arguments)[0] == code

    @pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "<&-", "<&- 2>&-"])
    def test_environment_that_prints(self, rendered: Project, redirection: str) -> None:
        """An environment renders whoever hears it."""
        rendered.write({"environments/dev.py": environment("dev", "import os\nos.system('echo hello')\n")})

        assert run(rendered, redirection, "check")[:2] == (0, "out: 1 environment, 1 object, as rendered\n")
