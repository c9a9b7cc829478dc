"""A project is the nearest folder with environments, and they are found without running them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from heliostat.manifests.errors import ConfigurationError, FailedError
from heliostat.render.project import Project, working_folder


def laid_out(root: Path, *files: str) -> Path:
    """Make files below environments/ that would raise if they were run."""
    for file in files:
        path = root / "environments" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("raise AssertionError\n")
    return root


def test_environments(tmp_path: Path) -> None:
    """Every Python file directly in environments/ is one, unless its name starts with an underscore, or with the dot of editors."""
    laid_out(tmp_path, "prod.py", "dev.py", "prod-eu.py", "_platform.py", "__init__.py", "workloads/train.py", "notes.md", "._dev.py")
    (tmp_path / "environments" / ".#dev.py").symlink_to("user@host.1:2")
    (tmp_path / "environments" / "staging").mkdir()
    (tmp_path / "environments" / "linked.py").symlink_to("dev.py")

    assert Project.around(tmp_path) == Project(tmp_path, ("dev", "linked", "prod", "prod-eu"))


def test_nearest(tmp_path: Path) -> None:
    """From anywhere below, the nearest folder upwards with environments/ counts."""
    laid_out(tmp_path, "outer.py")
    inner = laid_out(tmp_path / "inner", "dev.py") / "deep" / "down"
    inner.mkdir(parents=True)

    assert Project.around(inner).root == tmp_path / "inner"


def test_no_project(tmp_path: Path) -> None:
    """Where there is none, the message says what was looked for."""
    with pytest.raises(ConfigurationError, match=f"^{tmp_path}: there is no folder environments/ here or above"):
        Project.around(tmp_path)


def test_no_environment(tmp_path: Path) -> None:
    """A project without an environment is said to be one."""
    laid_out(tmp_path, "_platform.py")

    with pytest.raises(ConfigurationError, match=r"environments: holds no environment, expected a file such as dev\.py"):
        Project.around(tmp_path)


@pytest.mark.parametrize("name", ["Prod", "pröd", "a.b", "-x"])
def test_name_of_a_file(tmp_path: Path, name: str) -> None:
    """A name that not every file system or cluster would keep is refused."""
    laid_out(tmp_path, f"{name}.py")

    with pytest.raises(ConfigurationError, match=rf'{name}\.py: an environment is named with lower-case letters, digits, "_" and "-"'):
        Project.around(tmp_path)


def test_what_is_not_a_file(tmp_path: Path) -> None:
    """A link that leads nowhere, a folder, a pipe or a device is no environment that is gone; all are told, and none is opened."""
    folder = laid_out(tmp_path, "dev.py") / "environments"
    (folder / "a.py").symlink_to("nowhere")
    (folder / "b.py").symlink_to("b.py")
    (folder / "c.py").mkdir()
    os.mkfifo(folder / "d.py")
    (folder / "e.py").symlink_to("/dev/zero")

    with pytest.raises(ConfigurationError) as refused:
        Project.around(tmp_path)

    assert refused.value.message.splitlines() == [f"{folder}/{name}.py: is not a file" for name in "abcde"]
    assert refused.value.hint == "restore it, or rename it; what is no environment starts with _"


def test_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that was removed under who works in it is said to be."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "here").rmdir()

    with pytest.raises(FailedError) as failed:
        working_folder()

    assert failed.value.message == "the folder in which you are: No such file or directory"


class TestChosen:
    PROJECT = Project(Path("/project"), ("dev", "prod", "staging"))

    def test_all(self) -> None:
        """None named are all."""
        assert self.PROJECT.chosen([]) == ("dev", "prod", "staging")

    def test_some(self) -> None:
        """Named ones come sorted, each once."""
        assert self.PROJECT.chosen(["staging", "dev", "staging"]) == ("dev", "staging")

    def test_unknown(self) -> None:
        """Every unknown one is told, with what was probably meant."""
        with pytest.raises(ConfigurationError) as refused:
            self.PROJECT.chosen(["stagin", "dev", "environments/prod.py", "xyz"])

        assert refused.value.message.splitlines() == [
            'there is no environment "stagin", did you mean "staging"',
            'there is no environment "environments/prod.py", did you mean "prod"',
            'there is no environment "xyz"',
        ]
        assert refused.value.hint == "the environments are dev, prod, staging"
