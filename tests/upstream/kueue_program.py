"""Asks Kueue's own code how Kueue is installed and configured.

Run as a program, it writes anew what is derived from that: the schema of the configuration, and the digests of a release.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.kueue_configuration import configuration_file
from tests.specs.install.kueue.release import TABLE, digests, text_of
from tests.upstream.go_program import build, go

VERSION = "0.19.2"
"""The version whose module tests/upstream/kueue_install is built from."""

EARLIER = ("0.19.0", "0.19.1")
"""Versions whose installation is known as well, with their checksums in tests/upstream/kueue_install/modules.sum."""

_NAME = "kueue_install"
_FOLDER = Path(__file__).with_name(_NAME)
_MODULE = "sigs.k8s.io/kueue"


@cache
def module(version: str = VERSION) -> Path:
    """Find Kueue's module, which go.sum or modules.sum has the checksum of."""
    if version == VERSION:
        return Path(_go("list", "-m", "-f", "{{.Dir}}", _MODULE).strip())
    told = json.loads(_go("mod", "download", "-json", f"{_MODULE}@v{version}"))
    assert f"{_MODULE} v{version} {told['Sum']}" in (_FOLDER / "modules.sum").read_text(encoding="utf-8").splitlines()
    return Path(told["Dir"])


def _go(*arguments: str) -> str:
    return subprocess.run([go(), *arguments], cwd=_FOLDER, capture_output=True, text=True, check=True).stdout


def answers(questions: Sequence[JsonObject], *, version: str = VERSION) -> list[Any]:
    """Ask one question a line and read one answer a line, with the files of a version."""
    asked = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run([str(build(_NAME)), str(module(version))], input=asked, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@cache
def facts() -> Any:
    """Ask what a configuration may hold."""
    return answers([{"facts": True}])[0]


def schema_text() -> str:
    """Write the schema of the configuration, equal ones as equal bytes."""
    return json.dumps(facts()["schema"], indent=1, sort_keys=True, ensure_ascii=False) + "\n"


@cache
def release(version: str = VERSION) -> Any:
    """Build the objects of a release."""
    return answers([{"kustomize": "config/default"}], version=version)[0]


if __name__ == "__main__":
    configuration_file(VERSION).write_text(schema_text(), encoding="utf-8")
    TABLE.write_text(text_of(digests(release())), encoding="utf-8")
