"""Objects as their controllers leave them, and the health that each must have: `health/<Kind>/<case>.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

from heliostat.manifests.json_value import JsonObject
from tests.specs.argocd.lua_sandbox import Health

FOLDER = Path(__file__).parent / "health"


@dataclass(frozen=True)
class HealthCase:
    """One object, and what the check of its kind must answer."""

    name: str
    """The file below `health/`, without its ending."""
    body: JsonObject
    expected: Health

    @property
    def check(self) -> str:
        """The name of the check: `<group>_<Kind>`."""
        return f"{str(self.body['apiVersion']).rpartition('/')[0]}_{self.body['kind']}"


def _case(file: Path) -> HealthCase:
    text = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return HealthCase(
        f"{file.parent.name}/{file.stem}",
        text["object"],
        Health(text["status"], text["message"]),
    )


CASES = [_case(file) for file in sorted(FOLDER.glob("*/*.yaml"))]
