"""docs/guides/: whatever they tell people to type or to save works as it says, from the first line to the last."""

from __future__ import annotations

import re
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.documents import ROOT, commands, copy_of_project, files, follow, run

GUIDES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "guides").glob("*.md"))
ARGO_CD, OWN = "docs/guides/argo-cd.md", "docs/guides/own-repository.md"
DOCUMENTS = ["README.md", "CONTRIBUTING.md", *GUIDES]
KUBECTL = re.compile(r"kubectl (?:apply --filename (?P<file>\S+)|annotate application (?P<application>\S+))")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project."""
    return copy_of_project(tmp_path_factory.mktemp("projects") / "heliostat")


@pytest.fixture
def own(project: Path, tmp_path: Path) -> Path:
    """An empty folder beside it, where Heliostat is installed."""
    folder = tmp_path / "own"
    folder.mkdir()
    (tmp_path / "heliostat").symlink_to(project)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder


def failures(ended: dict[str, subprocess.CompletedProcess[str]]) -> dict[str, str]:
    return {line: done.stdout + done.stderr for line, done in ended.items() if done.returncode}


@pytest.mark.parametrize("guide", [guide for guide in GUIDES if guide != OWN])
def test_every_command_works(guide: str, project: Path) -> None:
    """In a checkout, typed one after the other; those of kubectl need a cluster."""
    ended = follow(guide, project)

    assert failures(ended) == {}
    assert any(line.startswith(".venv/bin/heliostat render ") for line in ended)


def test_every_command_works_in_a_repository_of_its_own(own: Path) -> None:
    """In an empty folder beside a checkout, with what pip has installed."""
    assert failures(follow(OWN, own)) == {}
    assert (own / "out/live/search-index/search").is_dir()


def test_everyday_edits(own: Path) -> None:
    """What the table says is put at the end of the environment, and renders; the objects that were there stay as they are."""
    follow(OWN, own)
    rows = re.findall(r"^\| a \w+ \| (?:one more )?`(.+?)` \|$", (ROOT / OWN).read_text(encoding="utf-8"), re.MULTILINE)
    *others, job = [row for row in rows if "(" in row]
    lines = [*others, job.replace("…", 'head=Head(cpu=1, memory="4Gi", flavor=cpu), entrypoint=["true"]')]
    live = own / "environments" / "live.py"
    live.write_text("\n".join([live.read_text(encoding="utf-8"), *lines, ""]), encoding="utf-8")
    checked = run(".venv/bin/heliostat check", own)
    changed = [line.partition(": ") for line in checked.stdout.splitlines() if line.startswith("out/")]

    assert len(lines) == 3
    assert [path for path, _, how in changed if how == "stale"] == ["out/live/heliostat.index"]
    assert {path.split("/")[2] for path, _, how in changed if how == "missing"} == {"_argocd", "ops-report", "queues", "team-ops"}


def test_every_name_of_the_platform_is_decided_about() -> None:
    """Whoever copies it is told of each of its parts."""
    platform = (ROOT / "environments" / "_platform.py").read_text(encoding="utf-8")
    told = (ROOT / OWN).read_text(encoding="utf-8")
    names = re.findall(r"^(?:def |class )?([A-Za-z]\w+)(?: = |\(|:$)", platform, re.MULTILINE)

    assert len(names) > 12
    assert [name for name in names if f"`{name}`" not in told] == []


@pytest.mark.parametrize("document", ["README.md", *GUIDES])
def test_files_pass_the_static_checks(document: str) -> None:
    """`make lint` finds nothing in what somebody has saved from a document."""
    ruff = str(ROOT / ".venv" / "bin" / "ruff")
    for text in files(document).values():
        for check in (["check", "--quiet"], ["format", "--diff", "--quiet"]):
            command = [ruff, *check, "--stdin-filename", "environments/it.py", "-"]
            found = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, check=False)

            assert found.stdout == ""
            assert found.returncode == 0


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    """Those within the repository name files that are there, and headings that are in them."""
    text = (ROOT / document).read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        path, _, heading = link.partition("#")
        target = (ROOT / document).parent / path if path else ROOT / document
        headings = [re.sub(r"[^a-z0-9 -]", "", line.lower()).replace(" ", "-") for line in _headings(target)] if heading else [""]

        assert target.is_file(), link
        assert heading in headings, link


def _headings(document: Path) -> list[str]:
    return re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)


def test_every_guide_is_listed() -> None:
    """The README leads to each."""
    assert set(re.findall(r"\((docs/guides/[^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))) == set(GUIDES)


def test_argo_cd_is_pointed_at_the_root_application() -> None:
    """The file that is applied is prod's root, and the Application that is told yes is one that it brings."""
    applied, confirmed = [found for line in commands(ARGO_CD) if (found := KUBECTL.match(line))]
    root: Any = yaml.safe_load((ROOT / applied["file"]).read_text(encoding="utf-8"))
    folder = ROOT / root["spec"]["source"]["path"]

    assert (root["kind"], root["metadata"]["name"]) == ("Application", "prod")
    assert (folder / "argocd" / f"application-{confirmed['application']}.yaml").is_file()


def test_every_kind_of_file_of_the_root_is_explained() -> None:
    """The table names what lies in out/prod/_argocd/, and nothing else."""
    text = (ROOT / ARGO_CD).read_text(encoding="utf-8")
    patterns = [re.sub(r"<\w+>", "*", name) for name in re.findall(r"^\| `(\S+\.yaml)` \|", text, re.MULTILINE)]
    there = {path.name for path in (ROOT / "out" / "prod" / "_argocd").rglob("*.yaml")}

    assert [name for name in there if not any(fnmatch(name, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in there)] == []


def test_the_settings_that_are_explained_are_those_of_the_applications() -> None:
    """Every sync and compare option in out/ stands in the guide."""
    text = (ROOT / ARGO_CD).read_text(encoding="utf-8")
    applications: list[Any] = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in ROOT.glob("out/*/_argocd/*/application-*.yaml")]
    options = {option for each in applications for option in each["spec"]["syncPolicy"]["syncOptions"]}
    options |= {each["metadata"]["annotations"].get("argocd.argoproj.io/compare-options", "ServerSideDiff=false") for each in applications}

    assert {option for option in options if f"`{option}`" not in text} == set()
