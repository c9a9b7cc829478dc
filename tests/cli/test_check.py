"""`heliostat check`, run as people run it: says what differs and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.project import Answer, Project, environment
from tests.render.disk import snapshot

MORE = 'cdk8s.ApiObject(web, "more", api_version="v1", kind="ConfigMap", metadata={"name": "more", "labels": {"size": "4"}})\n'
PAGE = "out/dev/web/web/configmap-page.yaml"
MORE_PATH = "out/dev/web/web/configmap-more.yaml"


@pytest.fixture
def rendered(project: Project) -> Project:
    """A project whose out/ is as rendered."""
    project.write({"environments/dev.py": environment("dev", MORE)})
    assert project.heliostat("render").code == 0
    return project


def check(project: Project, *arguments: str) -> Answer:
    """Check, which leaves everything as it is."""
    before = snapshot(project.root / "out")
    answer = project.heliostat("check", *arguments)

    assert snapshot(project.root / "out") == before
    return answer


def test_clean(rendered: Project) -> None:
    """What is as rendered is said to be, with exit code 0."""
    answer = check(rendered)

    assert (answer.code, answer.stdout, answer.stderr) == (0, "out: 1 environment, 2 objects, as rendered\n", "")


def test_nothing_rendered(project: Project) -> None:
    """Without an out/ every environment is missing as a whole."""
    project.write({"environments/dev.py": environment("dev"), "environments/prod.py": environment("prod")})
    answer = check(project)

    assert (answer.code, answer.stderr) == (1, "")
    assert answer.stdout == "out/dev: missing\nout/prod: missing\n\n2 missing; `heliostat render` writes what is rendered\n"
    assert not (project.root / "out").exists()


def test_each_state(rendered: Project) -> None:
    """Stale, missing, edited and foreign files are each named with what differs."""
    rendered.write({"environments/dev.py": environment("dev", MORE.replace('"4"', '"8"') + MORE.replace("more", "new"))})
    rendered.write({PAGE: rendered.read(PAGE) + "data:\n  a: b\n", "out/dev/web/notes.txt": "", "out/dev/web/web/extra.yaml": "a: b\n"})
    answer = check(rendered)

    assert (answer.code, answer.stderr) == (1, "")
    assert (
        answer.stdout
        == f"""\
out/dev/heliostat.index: stale
  does not list what is rendered
out/dev/web/notes.txt: foreign
{MORE_PATH}: stale
  metadata.labels.size: "4" -> "8"
out/dev/web/web/configmap-new.yaml: missing
{PAGE}: hand-edited
  data: removed {{"a": "b"}}
out/dev/web/web/extra.yaml: foreign

2 stale, 2 foreign, 1 missing, 1 hand-edited; `heliostat render` writes what is rendered; move foreign files away first
"""
    )


def test_left_over(rendered: Project) -> None:
    """A file whose object is gone is stale, and so is the folder of an environment that is gone."""
    rendered.write({"environments/dev.py": environment("dev"), "environments/old.py": environment("old")})
    rendered.heliostat("render", "old")
    (rendered.root / "environments/old.py").unlink()
    answer = check(rendered)

    assert answer.code == 1
    assert (
        answer.stdout
        == f"""\
out/dev/heliostat.index: stale
  does not list what is rendered
{MORE_PATH}: stale
  is no longer rendered
out/old: stale
  there is no such environment

3 stale; `heliostat render` writes what is rendered
"""
    )
    assert check(rendered, "dev").stdout.splitlines()[-1].startswith("2 stale")


def test_foreign_only(rendered: Project) -> None:
    """Foreign files alone are out of place too, and rendering would not help."""
    rendered.write({"out/dev/read.me": ""})
    (rendered.root / "out/dev/link").symlink_to("read.me")
    answer = check(rendered)

    assert answer.code == 1
    assert answer.stdout == "out/dev/link: foreign\n  is not a file\nout/dev/read.me: foreign\n\n2 foreign; move foreign files away\n"


def test_link_in_place_of_a_file(rendered: Project, tmp_path: Path) -> None:
    """A link to the right content is not the file that was written."""
    (rendered.root / PAGE).rename(tmp_path / "page")
    (rendered.root / PAGE).symlink_to(tmp_path / "page")

    assert check(rendered).stdout.splitlines()[:2] == [f"{PAGE}: foreign", "  is not a file"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"out/dev/heliostat.index": "{}\n"}, 'out/dev/heliostat.index:1: is not the header {"heliostat": "index", "version": 1}'),
        ({"environments/dev.py": "1 / 0\n"}, "environments/dev.py:1: ZeroDivisionError: division by zero"),
    ],
    ids=["index", "environment"],
)
def test_not_checked_is_not_passed(rendered: Project, files: dict[str, str], message: str) -> None:
    """What cannot be compared is an error, not a clean answer."""
    rendered.write(files)
    answer = check(rendered)

    assert (answer.code, answer.stdout) == (2, "")
    assert answer.errors[0] == f"error: {message}"


def test_folder_of_somebody_else(rendered: Project) -> None:
    """A folder without the mark is not compared."""
    (rendered.root / "out/dev/heliostat.index").unlink()
    answer = check(rendered)

    assert (answer.code, answer.stdout) == (2, "")
    assert answer.errors[0] == "error: out/dev: holds files and no heliostat.index, so it is not Heliostat's"
