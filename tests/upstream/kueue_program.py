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

_NAME = "kueue_install"


@cache
def module() -> Path:
    """Find Kueue's module."""
    listed = [go(), "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/kueue"]
    done = subprocess.run(listed, cwd=Path(__file__).with_name(_NAME), capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


def answers(questions: Sequence[JsonObject]) -> list[Any]:
    """Ask one question a line and read one answer a line."""
    asked = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run([str(build(_NAME)), str(module())], input=asked, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@cache
def facts() -> Any:
    """Ask what a configuration may hold."""
    return answers([{"facts": True}])[0]


def schema_text() -> str:
    """Write the schema of the configuration, equal ones as equal bytes."""
    return json.dumps(facts()["schema"], indent=1, sort_keys=True, ensure_ascii=False) + "\n"


@cache
def release() -> Any:
    """Build the objects of a release."""
    return answers([{"kustomize": "config/default"}])[0]


if __name__ == "__main__":
    configuration_file(VERSION).write_text(schema_text(), encoding="utf-8")
    TABLE.write_text(text_of(digests(release())), encoding="utf-8")
