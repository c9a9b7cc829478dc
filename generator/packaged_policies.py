"""Puts the policies, which lie beside the package in the repository, into it where it is installed."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools.command.build_py import build_py  # type: ignore[import-untyped]  # setuptools has no types

POLICIES = Path("policies")


class BuildWithPolicies(build_py):  # type: ignore[misc]  # as above
    """Builds the package with `heliostat/policies`; an editable one finds them in the repository."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib) / "heliostat" / POLICIES
            shutil.copytree(POLICIES, target, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
