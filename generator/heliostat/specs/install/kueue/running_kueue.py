"""The Kueue that an environment installs, as whatever else is in the environment has to know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.origin import Origin
from heliostat.specs.label_selector import LabelSelector


@dataclass(frozen=True, slots=True)
class RunningKueue:
    """What it is told, and what it looks after."""

    name: str
    origin: Origin
    gates: Mapping[str, bool]
    """Every feature gate, and whether it is on."""
    configuration: JsonObject
    """The file that it reads."""
    managed: LabelSelector
    """Namespaces whose jobs go through it."""

    def __str__(self) -> str:
        return f'Kueue "{self.name}", made at {self.origin}'
