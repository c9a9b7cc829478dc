"""What the operating system refuses is one line with the path and one with what to do, and out/ stays as it was."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.project import Answer, Project, environment, obey_permissions
from tests.render.disk import snapshot

RIGHT = "  give whoever runs this the right to it"
COMMANDS = ("check", "render")


@pytest.fixture
def rendered(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project that was rendered, with a module that its environment imports."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    project.write({"environments/dev.py": f"import environments._platform\n{environment('dev')}", "environments/_platform.py": ""})
    assert project.heliostat("render").code == 0
    return project


@pytest.mark.parametrize(
    ("path", "mode", "message"),
    [
        ("environments", 0, "environments: Permission denied"),
        ("environments", 0o444, "environments/dev.py: Permission denied"),
        ("environments/dev.py", 0, "environments/dev.py: Permission denied"),
        ("environments/_platform.py", 0, "environments/_platform.py: Permission denied"),
        ("out", 0, "out: Permission denied"),
        ("out/dev", 0, "out/dev/heliostat.index: Permission denied"),
        ("out/dev/web", 0, "out/dev/web: Permission denied"),
        ("out/dev/heliostat.index", 0, "out/dev/heliostat.index: Permission denied"),
        ("out/dev/web/web/configmap-page.yaml", 0, "out/dev/web/web/configmap-page.yaml: Permission denied"),
    ],
)
def test_rights(rendered: Project, path: str, mode: int, message: str) -> None:
    """Whatever may not be read is named, and not taken for missing."""
    before = snapshot(rendered.root)
    place = rendered.root / path
    usual = place.stat().st_mode
    place.chmod(mode)
    answers = [rendered.heliostat(command, before=obey_permissions) for command in COMMANDS]
    place.chmod(usual)

    assert [(answer.code, answer.stdout, answer.errors[0]) for answer in answers] == [(3, "", f"error: {message}")] * 2
    assert [answer.errors[1:] for answer in answers] in ([[RIGHT], [RIGHT]], [[RIGHT], [f"  out/dev is as it was; {RIGHT.strip()}"]])
    assert snapshot(rendered.root) == before


def test_gone_environment(rendered: Project) -> None:
    """A folder that nobody may look into may be that of an environment that is gone; where only some are rendered it is left alone."""
    (rendered.root / "out/old").mkdir(mode=0)
    answers = [rendered.heliostat(*given, before=obey_permissions) for given in (["check"], ["render"], ["check", "dev"])]
    (rendered.root / "out/old").chmod(0o700)

    assert answers[:2] == [Answer(3, "", f"error: out/old/heliostat.index: Permission denied\n{RIGHT}\n")] * 2
    assert answers[2].code == 0


@pytest.mark.parametrize("arguments", [["check"], ["render"], ["schemas", "import", "crd.yaml"]])
def test_working_folder_that_is_gone(project: Project, tmp_path: Path, arguments: list[str]) -> None:
    """Where one is called in a folder that was removed meanwhile, that is the message."""
    (tmp_path / "gone").mkdir()

    def leave() -> None:
        os.chdir(tmp_path / "gone")
        (tmp_path / "gone").rmdir()

    assert project.heliostat(*arguments, before=leave) == Answer(
        3, "", "error: the folder in which you are: No such file or directory\n  it may have been removed; change to one that is there\n"
    )


MOVE = "move it away: Heliostat follows no links and replaces nothing but files that it wrote"


@pytest.mark.parametrize(
    ("out", "code", "errors"),
    [
        ("x" * 300, 3, [f"error: {'x' * 300}: File name too long", "  choose a shorter name"]),
        ("file/below", 2, ["error: file: is not a folder", f"  {MOVE}"]),
        ("dangling/below", 2, ["error: dangling: is not a folder", f"  {MOVE}"]),
        ("", 2, ["error: Invalid value for '--out': must name a folder, got ''", "  `heliostat {} --help` shows what there is"]),
    ],
    ids=["too long", "below a file", "below a link", "empty"],
)
def test_out_that_cannot_be(rendered: Project, out: str, code: int, errors: list[str]) -> None:
    """A place that no folder can have is refused in the same words by both commands, and nothing is made."""
    rendered.write({"file": ""})
    (rendered.root / "dangling").symlink_to("nowhere")
    before = snapshot(rendered.root)
    for command in COMMANDS:
        answer = rendered.heliostat(command, "--out", out)

        assert (answer.code, answer.stdout) == (code, "")
        assert answer.errors == [error.format(command) for error in errors]
    assert snapshot(rendered.root) == before


def test_names_that_are_not_utf_8(project: Project) -> None:
    """Names that are no text are told with what they hold in place of it."""
    odd = os.fsdecode(b"\xff")
    project.write({f"{odd}/environments/dev.py": environment("dev")})
    inner = Project(project.root / odd)
    inner.heliostat("render")
    inner.write({f"out/dev/{odd}": ""})

    assert inner.heliostat("check").stdout == "out/dev/\\udcff: foreign\n\n1 foreign; move foreign files away\n"
    inner.write({f"environments/{odd}.py": ""})
    answer = inner.heliostat("render")

    assert (answer.code, answer.errors[0]) == (
        2,
        'error: environments/\\udcff.py: an environment is named with lower-case letters, digits, "_" and "-"',
    )


def test_environment_whose_file_leads_nowhere(rendered: Project) -> None:
    """An environment is not gone, and its folder not to be removed, when its file is a broken link."""
    rendered.write({"environments/old.py": environment("old")})
    rendered.heliostat("render", "old")
    (rendered.root / "environments/old.py").rename(rendered.root / "old.py")
    (rendered.root / "environments/old.py").symlink_to("nowhere")
    before = snapshot(rendered.root / "out")
    answers = [rendered.heliostat(command) for command in COMMANDS]

    told = "error: environments/old.py: is not a file\n  restore it, or rename it; what is no environment starts with _\n"
    assert answers == [Answer(2, "", told)] * 2
    assert snapshot(rendered.root / "out") == before
