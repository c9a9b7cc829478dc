"""A project is the nearest folder with environments, and they are found without running them."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliostat.manifests.errors import ConfigurationError
from heliostat.render.project import Project


def laid_out(root: Path, *files: str) -> Path:
    """Make files below environments/ that would raise if they were run."""
    for file in files:
        path = root / "environments" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("raise AssertionError\n")
    return root


def test_environments(tmp_path: Path) -> None:
    """Every Python file directly in environments/ is one, unless its name starts with an underscore."""
    laid_out(tmp_path, "prod.py", "dev.py", "prod-eu.py", "_platform.py", "__init__.py", "workloads/train.py", "notes.md")
    (tmp_path / "environments" / "folder.py").mkdir()

    assert Project.around(tmp_path) == Project(tmp_path, ("dev", "prod", "prod-eu"))


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
