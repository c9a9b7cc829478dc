"""`heliostat check`, run as people run it: says what differs and changes nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from heliostat.manifests.out_index import sha256_of
from tests.cli.project import PAGE as PAGE_TEXT
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


def test_clean_without_objects(project: Project) -> None:
    """An environment that holds nothing yet is its index alone, and that is missing only until it is rendered."""
    project.write({"environments/dev.py": 'from heliostat import Environment\ndev = Environment("dev")\n'})
    missing = "out/dev: missing\n\n1 missing; `heliostat render` writes what is rendered\n"

    assert (check(project).code, check(project).stdout) == (1, missing)
    assert project.heliostat("render").code == 0
    assert (check(project).code, check(project).stdout) == (0, "out: 1 environment, 0 objects, as rendered\n")
    (project.root / "out" / "dev" / "heliostat.index").unlink()
    assert (check(project).code, check(project).stdout) == (1, missing)


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


def test_no_longer_rendered(rendered: Project) -> None:
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
    assert answer.stdout == "out/dev/link: foreign\nout/dev/read.me: foreign\n\n2 foreign; move foreign files away\n"


def link(page: Path) -> None:
    """Put a link to the right content where the file was."""
    page.rename(page.parents[4] / "page")
    page.symlink_to(page.parents[4] / "page")


def folder(page: Path) -> None:
    """Put a folder where the file was."""
    page.unlink()
    page.mkdir()
    (page / "mine").write_text("")


def file_above(page: Path) -> None:
    """Put a file where a folder was."""
    page.unlink()
    page.parent.rmdir()
    page.parent.write_text("")


def file(page: Path) -> None:
    """Let the index forget a file that was edited."""
    page.write_text("mine")
    index = page.parents[2] / "heliostat.index"
    index.write_text("".join(line for line in index.read_text().splitlines(keepends=True) if "page" not in line))


@pytest.mark.parametrize(
    ("obstruct", "where", "fault"),
    [
        (link, PAGE, "is not a file"),
        (folder, PAGE, "is not a file"),
        (file_above, "out/dev/web/web", "is not a folder"),
        (file, PAGE, "was not written by Heliostat, and an object is rendered to its place"),
    ],
)
def test_in_the_way(project: Project, obstruct: Callable[[Path], None], where: str, fault: str) -> None:
    """What render would refuse to replace is named in the words in which it would, with what to do."""
    project.write({"environments/dev.py": environment("dev")})
    project.heliostat("render")
    obstruct(project.root / PAGE)
    checked = check(project)
    before = snapshot(project.root / "out")
    rendered = project.heliostat("render")

    hint = "move it away: Heliostat follows no links and replaces nothing but files that it wrote"
    assert (checked.code, checked.stderr) == (1, "")
    assert f"{where}: in the way\n  {fault}\n" in checked.stdout
    assert checked.stdout.endswith(f"1 in the way; {hint}\n")
    assert (rendered.code, rendered.stdout, rendered.errors) == (2, "", [f"error: {where}: {fault}", f"  {hint}"])
    assert snapshot(project.root / "out") == before


@pytest.mark.parametrize("name", ["old-3", "journal"])
def test_what_render_refuses(rendered: Project, name: str) -> None:
    """Where render would not begin at all, check says the same."""
    (rendered.root / "out/dev/.heliostat" / name).mkdir(parents=True)
    answers = [check(rendered), rendered.heliostat("render")]

    assert [(answer.code, answer.stdout) for answer in answers] == [(2, "")] * 2
    assert [answer.errors[0] for answer in answers] == [f"error: out/dev/.heliostat/{name}: is not a file"] * 2


def test_left_over(rendered: Project) -> None:
    """What a render left that could not clear up is what the next one changes."""
    rendered.write({"out/dev/.heliostat/old-3": ""})
    answer = check(rendered)

    assert answer.code == 1
    assert answer.stdout == (
        "out/dev/.heliostat: left over\n  a render was interrupted, and the next one clears it away\n"
        "\n1 left over; `heliostat render` writes what is rendered\n"
    )
    assert rendered.heliostat("render").code == check(rendered).code == 0


class TestGone:
    """The environment is gone, and its folder still there."""

    @pytest.fixture
    def gone(self, rendered: Project) -> Project:
        """A project with such a folder."""
        rendered.write({"environments/old.py": environment("old", MORE)})
        rendered.heliostat("render", "old")
        (rendered.root / "environments/old.py").unlink()
        return rendered

    def test_foreign_and_edited_files(self, gone: Project) -> None:
        """What is lost with it, and what stays, is named; the folder is then nobody's."""
        gone.write({"out/old/mine": "", MORE_PATH.replace("dev", "old"): "a: b\n"})
        answer = check(gone)

        assert answer.code == 1
        assert (
            answer.stdout
            == f"""\
out/old: stale
  there is no such environment
out/old/mine: foreign
{MORE_PATH.replace("dev", "old")}: hand-edited
  is no longer rendered

1 stale, 1 foreign, 1 hand-edited; `heliostat render` writes what is rendered; move foreign files away first
"""
        )
        assert gone.heliostat("render").code == check(gone).code == 0
        assert snapshot(gone.root / "out/old") == {".": None, "mine": b""}

    @pytest.mark.parametrize("broken", ["nonsense", "link", "folder"])
    def test_broken_index(self, gone: Project, broken: str) -> None:
        """What is Heliostat's is not known, and both commands say so."""
        index = gone.root / "out/old/heliostat.index"
        index.unlink()
        match broken:
            case "link":
                index.symlink_to("nowhere")
            case "folder":
                index.mkdir()
            case _:
                index.write_text(broken)
        answers = [check(gone), gone.heliostat("render")]
        fault = "heliostat.index:1: is not JSON" if broken == "nonsense" else "heliostat.index: is not a file"

        assert [answer.code for answer in answers] == [2, 2]
        assert [answer.errors[0] for answer in answers] == [f"error: out/old/{fault}"] * 2

    def test_interrupted_first_write(self, gone: Project) -> None:
        """What an environment's first render began is undone when the environment is gone."""
        (gone.root / "out/old/heliostat.index").unlink()
        journal = {"path": "web/web/configmap-page.yaml", "replaces": False, "sha256": sha256_of(PAGE_TEXT.encode())}
        shutil.rmtree(gone.root / "out/old/web")
        gone.write({"out/old/web/web/configmap-page.yaml": PAGE_TEXT, "out/old/.heliostat/journal": json.dumps(journal)})
        answer = check(gone)

        assert answer.code == 1
        assert answer.stdout.startswith("out/old: half-written\n  a render was interrupted, and the next one puts it in order\n")
        assert gone.heliostat("render").code == check(gone).code == 0
        assert not (gone.root / "out/old").exists()


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
