"""jsii keeps what it unpacked below the home directory where it can; where it cannot, it does without, or one clear error says why."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.constructs.test_node import RUN, run

START = "import os, heliostat.constructs\nprint(os.environ.get('JSII_RUNTIME_PACKAGE_CACHE', 'enabled'))\n"
BELOW_HOME = "Library/Caches/com.amazonaws.jsii/package-cache" if sys.platform == "darwin" else ".cache/aws/jsii/package-cache"
ROOT = "JSII_RUNTIME_PACKAGE_CACHE_ROOT"


def test_kept(tmp_path: Path) -> None:
    """In a home directory of one's own the cache is kept, where nobody else can read it."""
    assert run(START, HOME=str(tmp_path)).stdout == "enabled\n"
    assert (tmp_path / BELOW_HOME).stat().st_mode & 0o777 == 0o700
    assert any((tmp_path / BELOW_HOME).iterdir())


@pytest.mark.parametrize("home", ["", "relative", "/proc/nowhere", "/dev/null"])
def test_odd_home(home: str) -> None:
    """A home directory that cannot be one holds no cache, and is not made."""
    done = run(START, HOME=home)

    assert (done.stdout, done.stderr) == ("disabled\n", "")


def test_no_home() -> None:
    """Neither does one that is not known."""
    unknown = "import os, pwd\ndel os.environ['HOME']\nos.getuid = lambda: 54321\n"

    assert run(unknown + START).stdout == "disabled\n"


SPOILED: dict[str, Callable[[Path], object]] = {
    "read-only": lambda home: home.chmod(0o555),
    "open to all": lambda home: home.chmod(0o777),
    "without a place": lambda home: (home / BELOW_HOME.partition("/")[0]).write_text(""),
    "missing": lambda home: home.rmdir(),
}


@pytest.mark.parametrize("spoil", SPOILED)
def test_spoiled_home(tmp_path: Path, spoil: str) -> None:
    """Where jsii would refuse the folder, it does without one."""
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    SPOILED[spoil](home)
    done = run(START, HOME=str(home))

    assert (done.stdout, done.stderr) == ("disabled\n", "")
    assert not (home / BELOW_HOME).is_dir() or not any((home / BELOW_HOME).iterdir())


def test_home_of_somebody_else(tmp_path: Path) -> None:
    """A folder that belongs to somebody else holds no cache of ours."""
    assert run(f"import os\nos.getuid = lambda: 54321\n{START}", HOME=str(tmp_path)).stdout == "disabled\n"


def test_chosen(tmp_path: Path) -> None:
    """A folder that a variable names is made and taken, whatever the home directory is."""
    done = run(START, HOME="/proc/nowhere", **{ROOT: str(tmp_path / "a" / "b")})

    assert (done.stdout, done.stderr) == ("enabled\n", "")
    assert any((tmp_path / "a" / "b").iterdir())


def test_chosen_in_vain() -> None:
    """One that cannot be made is one error that names the variable."""
    done = run(RUN, **{ROOT: "/proc/nowhere"})

    assert done.stderr == (
        f"cannot make the folder that {ROOT} names: /proc/nowhere: No such file or directory\n"
        "  name one that may be written, or set JSII_RUNTIME_PACKAGE_CACHE=disabled\n"
    )


def test_chosen_and_read_only(tmp_path: Path) -> None:
    """One that may not be written is one error that names the variable, and says nothing of Node's age."""
    tmp_path.chmod(0o555)
    done = run(RUN, **{ROOT: str(tmp_path)})
    tmp_path.chmod(0o755)

    assert done.returncode == 1
    assert ROOT in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_switched_off() -> None:
    """Whoever switched the cache off is asked no more."""
    done = run(START, JSII_RUNTIME_PACKAGE_CACHE="disabled", **{ROOT: "/proc/nowhere"})

    assert (done.stdout, done.stderr) == ("disabled\n", "")
