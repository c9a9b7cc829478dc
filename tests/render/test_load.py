"""An environment's file is run and gives one Environment, or one message with its file and line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from heliostat.constructs.environment import Environment
from heliostat.manifests.errors import ConfigurationError, RefusedError
from heliostat.render import project
from heliostat.render.load import authors_code, load
from heliostat.render.project import Project

IMPORT = "from heliostat.constructs.environment import Environment\n"


@pytest.fixture(autouse=True)
def _own_modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test finds and leaves sys.path and sys.modules as they are."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    known = dict(sys.modules)
    yield
    for name in set(sys.modules) - set(known):
        if name.partition(".")[0] in ("environments", "beside"):
            del sys.modules[name]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a project, which messages are relative to."""
    (tmp_path / "environments").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def loaded(root: Path, text: str, name: str = "prod", **neighbours: str) -> Environment:
    """Load one environment."""
    for stem, content in {name: text, **neighbours}.items():
        (root / "environments" / f"{stem}.py").write_text(content)
    return load(Project.around(root), name)


class TestLoad:
    def test_one(self, root: Path) -> None:
        """The Environment that the file makes is given, under whatever names it is bound."""
        assert loaded(root, f'{IMPORT}prod = also = Environment("prod")').name == "prod"

    def test_name_with_a_dash(self, root: Path) -> None:
        """A file name need not be a Python name."""
        assert loaded(root, f'{IMPORT}eu = Environment("prod-eu")', name="prod-eu").name == "prod-eu"

    @pytest.mark.parametrize("package", [True, False], ids=["package", "plain folder"])
    def test_neighbours(self, root: Path, package: bool) -> None:
        """`from environments._platform import …` works with and without an `__init__.py`, and so do modules of the project."""
        if package:
            (root / "environments" / "__init__.py").write_text("WHO = 'package'\n")
        (root / "beside.py").write_text("NAME = 'prod'\n")
        platform = f"{IMPORT}import beside\ndef make():\n    return Environment(beside.NAME)\n"

        made = loaded(root, "from environments._platform import make\nfrom . import _platform\nprod = make()\n", _platform=platform)

        assert str(made.origin) == "environments/_platform.py:4 (from environments/prod.py:3)"
        assert hasattr(sys.modules["environments"], "WHO") == package

    def test_other_environments_package(self, root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
        """A package called `environments` that is installed elsewhere does not get in the way."""
        elsewhere = tmp_path_factory.mktemp("site")
        (elsewhere / "environments").mkdir()
        (elsewhere / "environments" / "__init__.py").write_text("raise AssertionError\n")
        sys.path.insert(0, str(elsewhere))

        assert loaded(root, f"from environments._name import NAME\n{IMPORT}prod = Environment(NAME)", _name="NAME = 'prod'").name == "prod"

    def test_each_starts_afresh(self, root: Path) -> None:
        """What one environment leaves in a module that they share does not reach the next."""
        text = f"from environments._state import made\n{IMPORT}made.append(1)\nassert made == [1]\n"
        loaded(root, f'{text}dev = Environment("dev")', name="dev", _state="made = []\n")

        assert loaded(root, f'{text}prod = Environment("prod")').name == "prod"

    def test_imported_sibling(self, root: Path) -> None:
        """An Environment that another file made does not count where a file makes its own."""
        made = loaded(
            root, f'{IMPORT}from environments.dev import dev\nprod = Environment("prod")', dev=f'{IMPORT}dev = Environment("dev")'
        )

        assert made.name == "prod"

    def test_print(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """What a file prints does not mix with results."""
        loaded(root, f'print("hello")\n{IMPORT}prod = Environment("prod")')

        assert capsys.readouterr() == ("", "hello\n")


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            pytest.param("def f(:\n", "environments/prod.py:1: SyntaxError: invalid syntax", id="syntax"),
            pytest.param("\n  x = 1\n", "environments/prod.py:2: IndentationError: unexpected indent", id="indentation"),
            pytest.param(
                "x = 1\x00\n", "environments/prod.py:1: SyntaxError: source code string cannot contain null bytes", id="null byte"
            ),
            pytest.param(
                "class E(Exception):\n    def __str__(self): raise ValueError\nraise E\n",
                "environments/prod.py:3: E: its text cannot be had (ValueError)",
                id="an exception without text",
            ),
            pytest.param("x = " + "-" * 100_000 + "1\n", "environments/prod.py:1: ", id="too deep for Python"),
            pytest.param("\nimport nowhere\n", "environments/prod.py:2: ModuleNotFoundError: No module named 'nowhere'", id="import"),
            pytest.param(
                "from heliostat import RayJobs\n",
                "environments/prod.py:1: ImportError: cannot import name 'RayJobs' from 'heliostat', did you mean \"RayJob\"",
                id="a name of ours",
            ),
            pytest.param(
                "import cdk8s\nc = cdk8s.Chart(cdk8s.App(), 'a')\nfor _ in 'ab': cdk8s.Chart(c, 'b')\n",
                "environments/prod.py:3: cdk8s: There is already a Construct with name 'b' in Chart [a]",
                id="cdk8s",
            ),
            pytest.param("x = 1\n1 / 0\n", "environments/prod.py:2: ZeroDivisionError: division by zero", id="raises"),
            pytest.param("assert False\n", "environments/prod.py:1: AssertionError", id="no text"),
            pytest.param("raise ValueError('one\\ntwo')\n", "environments/prod.py:1: ValueError: one", id="many lines"),
            pytest.param(
                "import json\njson.loads('{')\n", "environments/prod.py:2: JSONDecodeError: Expecting property name", id="below a library"
            ),
            pytest.param("def f():\n    f()\nf()\n", "environments/prod.py:2: RecursionError: maximum recursion depth", id="recursion"),
            pytest.param("from environments._broken import x\n", "environments/_broken.py:3: KeyError: 'x'", id="neighbour"),
            pytest.param("from environments._typo import x\n", "environments/_typo.py:1: SyntaxError: ", id="neighbour's syntax"),
            pytest.param(
                "import sys\nsys.exit(0)\n", "environments/prod.py:2: ends the program (SystemExit: 0), expected an Environment", id="exit"
            ),
            pytest.param("raise KeyboardInterrupt\n", "environments/prod.py:1: KeyboardInterrupt", id="interrupt"),
            pytest.param("class Stop(BaseException): ...\nraise Stop('now')\n", "environments/prod.py:2: Stop: now", id="base exception"),
            pytest.param("x = 1\n", "environments/prod.py:1: makes no Environment, expected one bound to a name of its own", id="none"),
            pytest.param(
                f'{IMPORT}a = Environment("prod")\nb = Environment("b")\n',
                'environments/prod.py:3: makes the Environment "b" beside "prod" (environments/prod.py:2), expected one in a file',
                id="two",
            ),
            pytest.param(
                f'{IMPORT}a = Environment("dev")\n',
                'environments/prod.py:2: the Environment is named "dev", expected "prod", the name of its file',
                id="another name",
            ),
        ],
    )
    def test_message(self, root: Path, text: str, message: str) -> None:
        """One line says file, line and what; the line is the innermost one that an author wrote."""
        with pytest.raises(ConfigurationError) as refused:
            loaded(root, text, _broken="\ndef f(d):\n    return d['x']\nx = f({})\n", _typo="x = = 1\n")

        assert refused.value.message.startswith(message)
        assert "\n" not in refused.value.message

    def test_refused_arguments(self, root: Path) -> None:
        """An error of Heliostat's own already says where, and is handed on as it is."""
        with pytest.raises(RefusedError, match=r"^here: wrong$"):
            loaded(root, "from heliostat.manifests.errors import RefusedError\nraise RefusedError(['here: wrong'])")

    def test_fault_of_ours(self, root: Path) -> None:
        """What is raised where no line of an author is being executed is not blamed on the environment."""
        ours = compile("with authors_code(file):\n    raise LookupError", str(Path(project.__file__)), "exec")

        with pytest.raises(LookupError):
            exec(ours, {"authors_code": authors_code, "file": root / "environments/prod.py"})
