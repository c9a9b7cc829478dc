"""`heliostat render`, run as people run it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from tests.cli.project import COMMAND, PAGE, Project, environment, obey_permissions, plain
from tests.render.disk import snapshot

PATH = "web/web/configmap-page.yaml"


def table(stdout: str) -> dict[str, list[str]]:
    """Read the numbers of the table by environment, without the seconds, which are checked to be some."""
    header, *others = [line.split() for line in stdout.splitlines()]

    assert header == ["environment", "apps", "objects", "written", "unchanged", "removed", "seconds"]
    assert all(float(row[-1]) >= 0 for row in others)
    return {row[0]: row[1:-1] for row in others}


class TestRender:
    def test_table_and_files(self, project: Project) -> None:
        """All environments become folders; the table says what happened to each, the second time nothing."""
        project.write({"environments/dev.py": environment("dev"), "environments/prod.py": environment("prod")})
        first = project.heliostat("render")
        written = snapshot(project.root / "out")
        second = project.heliostat("render")

        assert (first.code, first.stderr, second.code, second.stderr) == (0, "", 0, "")
        assert table(first.stdout) == {name: ["1", "1", "1", "0", "0"] for name in ("dev", "prod")}
        assert table(second.stdout) == {name: ["1", "1", "0", "1", "0"] for name in ("dev", "prod")}
        assert sorted(written) == sorted(
            [".", *(f"{name}{path}" for name in ("dev", "prod") for path in ("", "/web", "/web/web", f"/{PATH}", "/heliostat.index"))]
        )
        assert project.read(f"out/prod/{PATH}") == PAGE
        assert snapshot(project.root / "out") == written

    def test_nothing_of_the_machine(self, project: Project) -> None:
        """The same environment gives the same bytes wherever the project lies, and nothing of the place is in them."""
        project.write({"a/environments/dev.py": environment("dev"), "b/c/environments/dev.py": environment("dev")})
        for place in ("a", "b/c"):
            assert Project(project.root / place).heliostat("render").code == 0

        assert snapshot(project.root / "a/out") == snapshot(project.root / "b/c/out")

    def test_from_a_folder_below(self, project: Project) -> None:
        """From anywhere in the project the same out/ is written, and `--out` writes elsewhere."""
        project.write({"environments/dev.py": environment("dev")})
        (project.root / "deep" / "down").mkdir(parents=True)
        below = Project(project.root / "deep" / "down")

        assert below.heliostat("render").code == 0
        assert below.heliostat("render", "--out", "elsewhere/out").code == 0
        assert snapshot(project.root / "out") == snapshot(below.root / "elsewhere/out")

    def test_one_edit(self, project: Project) -> None:
        """One changed object is one changed file, and one changed line in the index."""
        data = 'cdk8s.ApiObject(web, "more", api_version="v1", kind="ConfigMap", metadata={"name": "more"})\n'
        project.write({"environments/dev.py": environment("dev", data)})
        project.heliostat("render")
        before = snapshot(project.root / "out")
        index = project.read("out/dev/heliostat.index").splitlines()
        project.write({"environments/dev.py": environment("dev", data.replace('"name": "more"', '"name": "more", "labels": {"a": "b"}'))})

        assert table(project.heliostat("render").stdout) == {"dev": ["1", "2", "1", "1", "0"]}
        after = snapshot(project.root / "out")
        assert {path for path in after if after[path] != before.get(path)} == {"dev/web/web/configmap-more.yaml", "dev/heliostat.index"}
        assert len(set(project.read("out/dev/heliostat.index").splitlines()) - set(index)) == 1

    def test_environment_that_is_gone(self, project: Project) -> None:
        """Rendering everything removes the folder of an environment whose file is gone; rendering some does not."""
        project.write({"environments/dev.py": environment("dev"), "environments/old.py": environment("old")})
        project.heliostat("render")
        project.write({"out/notes/read.me": "mine"})
        (project.root / "environments/old.py").unlink()
        project.heliostat("render", "dev")

        assert (project.root / "out/old").exists()
        assert table(project.heliostat("render").stdout)["old"] == ["0", "0", "0", "0", "1"]
        assert sorted(path.name for path in (project.root / "out").iterdir()) == ["dev", "notes"]

    def test_jobs(self, project: Project) -> None:
        """Several processes write what one writes, and leave nothing behind."""
        project.write({f"environments/e{number}.py": environment(f"e{number}") for number in range(5)})
        (project.root / "tmp").mkdir()
        one = project.heliostat("render", "--jobs", "1", "--out", "one")
        three = project.heliostat("render", "--jobs", "3", "--out", "three", TMPDIR=str(project.root / "tmp"))

        assert (one.code, three.code, three.stderr) == (0, 0, "")
        assert list(table(three.stdout)) == [f"e{number}" for number in range(5)]
        assert snapshot(project.root / "one") == snapshot(project.root / "three")
        assert list((project.root / "tmp").iterdir()) == []

    def test_unchecked_kind(self, project: Project) -> None:
        """A kind without a schema is rendered; that it is unchecked is said once for all environments."""
        widget = 'cdk8s.ApiObject(web, "w", api_version="example.com/v1", kind="Widget", metadata={"name": "w"})\n'
        project.write({f"environments/{name}.py": environment(name, widget) for name in ("dev", "prod")})
        answer = project.heliostat("render")

        assert answer.code == 0
        unchecked = "Widget (example.com/v1) is rendered unchecked"
        assert answer.stderr == f"warning: {unchecked}, `heliostat schemas import` with the file of its CRD has it checked\n"

    def test_what_an_environment_prints(self, project: Project) -> None:
        """Results alone go to stdout."""
        project.write({"environments/dev.py": environment("dev", 'print("hello")')})
        answer = project.heliostat("render")

        assert answer.stderr == "hello\n"
        assert list(table(answer.stdout)) == ["dev"]


BROKEN = {
    "good": environment("good"),
    "exits": "import sys\n\nsys.exit(0)\n",
    "imports": "import nowhere\n",
    "named": environment("other"),
    "none": "x = 1\n",
    "raises": "def f():\n    return {}['key']\n\nf()\n",
    "syntax": "def f(:\n",
    "two": environment("two", 'also = Environment("also")\n'),
}
TOLD = """\
error: environments/exits.py:3: ends the program (SystemExit: 0), expected an Environment
error: environments/imports.py:1: ModuleNotFoundError: No module named 'nowhere'
  --traceback shows how it came to that
error: environments/named.py:4: the Environment is named "other", expected "named", the name of its file
error: environments/none.py:1: makes no Environment, expected one bound to a name of its own
  write `none = Environment("none")`, or let the name of a file that is no environment start with _
error: environments/raises.py:2: KeyError: 'key'
  --traceback shows how it came to that
error: environments/syntax.py:1: SyntaxError: invalid syntax
error: environments/two.py:7: makes the Environment "also" beside "two" (environments/two.py:4), expected one in a file
  give each environment a file of its own
"""


class TestBrokenEnvironments:
    @pytest.mark.parametrize("jobs", ["1", "3"])
    def test_one_message_each(self, project: Project, jobs: str) -> None:
        """Each is told in one message with file and line, in order; nothing is written, not even what would render."""
        project.write({f"environments/{name}.py": text for name, text in BROKEN.items()})
        answer = project.heliostat("render", "--jobs", jobs)

        assert (answer.code, answer.stdout, answer.stderr) == (2, "", TOLD)
        assert not (project.root / "out").exists()

    def test_no_node(self, project: Project) -> None:
        """What stops every environment is told once."""
        project.write({f"environments/{name}.py": environment(name) for name in ("dev", "prod")})
        answer = project.heliostat("render", JSII_NODE="/nowhere/node")

        assert (answer.code, answer.stdout) == (3, "")
        assert answer.errors[0] == "error: cannot start Node: /nowhere/node is no program"
        assert len(answer.errors) == 2
        assert not (project.root / "out").exists()

    def test_node_that_does_not_start(self, project: Project) -> None:
        """It is tried once, for however many environments."""
        project.write({f"environments/{name}.py": environment(name) for name in ("dev", "prod")})
        project.write({"node": "#!/bin/sh\necho tried >> tries\n"})
        (project.root / "node").chmod(0o755)
        answer = project.heliostat("render", "--jobs", "1", JSII_NODE=str(project.root / "node"))

        assert (answer.code, answer.stdout, project.read("tries")) == (3, "", "tried\n")
        assert answer.errors == [
            f"error: cannot start {project.root / 'node'} with cdk8s: it gives no answer",
            "  cdk8s needs Node 22 or newer; JSII_NODE names the one to take",
        ]

    def test_refused_objects(self, project: Project) -> None:
        """Refused objects of several environments are told together, each with its line, and exit with 1."""
        wrong = 'cdk8s.ApiObject(web, "{0}", api_version="example.com/v1", kind="Widget", metadata={{"name": "{0}"}})\n'
        project.write({"environments/dev.py": environment("dev", wrong.format("A"))})
        project.write({"environments/prod.py": environment("prod", wrong.format("B") + wrong.format("C"))})
        answer = project.heliostat("render")

        assert (answer.code, answer.stdout) == (1, "")
        assert [line.partition(": metadata.name: must be ")[0] for line in answer.errors] == [
            "error: environments/dev.py:5: Widget web/A",
            "error: environments/prod.py:5: Widget web/B",
            "error: environments/prod.py:5: Widget web/C",
        ]
        assert not (project.root / "out").exists()

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_traceback(self, project: Project, jobs: str) -> None:
        """`--traceback` shows how it came to an error, from other processes too."""
        project.write({"environments/raises.py": BROKEN["raises"], "environments/good.py": BROKEN["good"]})
        answer = project.heliostat("render", "--traceback", "--jobs", jobs)

        assert answer.code == 2
        assert "\n    return {}['key']\n" in answer.stderr
        assert answer.errors[-2:] == ["error: environments/raises.py:2: KeyError: 'key'", "  --traceback shows how it came to that"]


class TestMerge:
    def test_branches_that_conflict(self, project: Project) -> None:
        """Where two branches change neighbouring objects, the index conflicts; rendering the merged environments settles it."""
        text = (
            "import pathlib\nimport cdk8s\nfrom heliostat import Environment\n"
            "dev = Environment('dev')\nweb = dev.app('web', namespace='web')\n"
            "for file in pathlib.Path('environments').glob('*.txt'):\n"
            "    cdk8s.ApiObject(web, file.stem, api_version='v1', kind='ConfigMap', metadata={'name': file.stem})\n"
        )

        def git(*arguments: str, code: int = 0) -> None:
            who = ["-c", "user.name=test", "-c", "user.email=test@example.com"]
            assert (
                subprocess.run(["git", *who, *arguments], cwd=project.root, env=plain(), capture_output=True, check=False).returncode
                == code
            )

        def commit(name: str) -> None:
            project.write({f"environments/{name}.txt": ""})
            assert project.heliostat("render").code == 0
            git("add", "environments/dev.py", f"environments/{name}.txt", "out")
            git("commit", "-m", name)

        project.write({"environments/dev.py": text})
        git("init", "-b", "main")
        commit("a")
        git("switch", "-c", "branch")
        commit("b")
        git("switch", "main")
        commit("c")
        git("merge", "branch", code=1)

        assert "<<<<<<<" in project.read("out/dev/heliostat.index")
        assert project.heliostat("check").stdout.startswith("out/dev/heliostat.index: stale\n")
        assert table(project.heliostat("render").stdout) == {"dev": ["1", "3", "0", "3", "0"]}
        assert project.heliostat("check").code == 0


@pytest.fixture
def rendered(project: Project) -> tuple[Project, dict[str, bytes | None]]:
    """A project that was rendered, and then edited; with what out/ holds."""
    project.write({"environments/dev.py": environment("dev")})
    project.heliostat("render")
    big = 'cdk8s.ApiObject(web, "big", api_version="v1", kind="ConfigMap", metadata={"name": "big", "annotations": {"a": "x" * 100_000}})\n'
    project.write({"environments/dev.py": environment("dev", big)})
    return project, snapshot(project.root / "out")


def python(project: Project, prelude: str) -> subprocess.CompletedProcess[str]:
    """Run `heliostat render` after some other Python."""
    program = f"{textwrap.dedent(prelude)}\nimport sys\nsys.argv = ['heliostat', 'render']\nfrom heliostat.cli.main import main\nmain()\n"
    return subprocess.run([sys.executable, "-c", program], cwd=project.root, env=plain(), capture_output=True, text=True, check=False)


class TestOut:
    def test_folder_of_somebody_else(self, project: Project) -> None:
        """A folder without the mark is left alone, with what to do."""
        project.write({"environments/dev.py": environment("dev"), "out/dev/mine.yaml": "mine"})
        answer = project.heliostat("render")

        assert (answer.code, answer.stdout) == (2, "")
        assert answer.errors == [
            "error: out/dev: holds files and no heliostat.index, so it is not Heliostat's",
            "  move them away, or render elsewhere with --out; a lost index comes back with `git checkout -- out/dev/heliostat.index`",
        ]
        assert snapshot(project.root / "out/dev") == {".": None, "mine.yaml": b"mine"}

    def test_disk_that_takes_no_more(self, rendered: tuple[Project, dict[str, bytes | None]]) -> None:
        """A file that the system cuts short leaves everything as it was, says so and exits with 3."""
        project, before = rendered
        limited = python(
            project,
            """
            import resource, heliostat.cli.render
            write = heliostat.cli.render.write_tree
            def write_little(*arguments):
                resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
                return write(*arguments)
            heliostat.cli.render.write_tree = write_little
            """,
        )

        assert (limited.returncode, limited.stdout) == (3, "")
        assert limited.stderr == (
            "error: out/dev/.heliostat/new-0: File too large\n  out/dev is as it was; raise the limit on the size of files, `ulimit -f`\n"
        )
        assert snapshot(project.root / "out") == before

    def test_read_only(self, rendered: tuple[Project, dict[str, bytes | None]]) -> None:
        """A folder that may not be written leaves everything as it was, says so and exits with 3."""
        project, before = rendered
        place = project.root / "out" / "dev"
        place.chmod(0o555)
        refused = subprocess.run(
            [*COMMAND, "render"], cwd=project.root, env=plain(), capture_output=True, text=True, check=False, preexec_fn=obey_permissions
        )
        place.chmod(0o755)

        assert (refused.returncode, refused.stdout) == (3, "")
        assert refused.stderr == (
            "error: out/dev/.heliostat: Permission denied\n  out/dev is as it was; give whoever runs this the right to it\n"
        )
        assert snapshot(project.root / "out") == before

    def test_interrupted_write(self, rendered: tuple[Project, dict[str, bytes | None]]) -> None:
        """What a killed render left half done is named by `check` and put right by the next render."""
        project, _ = rendered
        killed = python(
            project,
            """
            import os, signal
            from heliostat.render.folder import Folder
            move = Folder.move
            def stop(self, source, target):
                move(self, source, target)
                if target.startswith("web/"):
                    os.kill(os.getpid(), signal.SIGKILL)
            Folder.move = stop
            """,
        )
        checked = project.heliostat("check")
        after = project.heliostat("render")

        assert killed.returncode == -signal.SIGKILL
        assert checked.code == 1
        assert checked.stdout.startswith("out/dev: half-written\n  a render was interrupted, and the next one puts it in order\n")
        assert table(after.stdout) == {"dev": ["1", "2", "1", "1", "0"]}
        assert project.heliostat("check").code == 0
        assert not (project.root / "out/dev/.heliostat").exists()

    def test_two_at_once(self, rendered: tuple[Project, dict[str, bytes | None]]) -> None:
        """Two renders at once both succeed."""
        project, _ = rendered
        both = [project.start("render") for _ in range(2)]
        answers = [(*started.communicate(timeout=120), started.returncode) for started in both]

        assert [answer[1:] for answer in answers] == [("", 0), ("", 0)]
        assert project.heliostat("check").code == 0


class TestTerminal:
    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_progress(self, project: Project, jobs: str) -> None:
        """On a terminal a bar counts the environments and is gone at the end; the table stays."""
        project.write({f"environments/{name}.py": environment(name) for name in ("dev", "prod")})
        ours, theirs = os.openpty()
        done = subprocess.run(
            [*COMMAND, "render", "--jobs", jobs],
            cwd=project.root,
            env=plain(TERM="xterm"),
            stdout=subprocess.PIPE,
            stderr=theirs,
            text=True,
            check=False,
        )
        os.close(theirs)
        shown = os.read(ours, 1_000_000).decode()
        os.close(ours)

        assert done.returncode == 0
        assert list(table(done.stdout)) == ["dev", "prod"]
        assert [percent for percent in ("  0%", " 50%", "100%") if percent in shown] == ["  0%", " 50%", "100%"]
        assert shown.endswith("\x1b[2K")

    def test_narrow(self, project: Project) -> None:
        """On a narrow terminal the table does without what can be spared, and no line is longer than the terminal."""
        project.write({"environments/dev.py": environment("dev")})
        ours, theirs = os.openpty()
        done = subprocess.run(
            [*COMMAND, "render"], cwd=project.root, env=plain(COLUMNS="45"), stdout=theirs, stderr=subprocess.PIPE, text=True, check=False
        )
        os.close(theirs)
        shown = os.read(ours, 1_000_000).decode()
        os.close(ours)

        assert (done.returncode, done.stderr) == (0, "")
        assert shown == "environment   objects   written   removed\r\ndev                 1         1         0\r\n"
