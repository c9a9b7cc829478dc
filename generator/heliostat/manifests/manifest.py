"""A Kubernetes object on its way from an environment to out/."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.origin import Origin
from heliostat.manifests.waiver import Waiver


@dataclass(frozen=True, slots=True)
class Manifest:
    """One object with what an author needs to find it again: the line that made it and its construct's path."""

    body: JsonObject
    origin: Origin
    construct: str
    """Path of the construct below its app, `train` or `train/code`; empty where no construct is known."""
    waivers: tuple[Waiver, ...] = ()
    unless: str = ""
    """Argument of its construct that leaves it to somebody else; empty where there is none."""

    @property
    def label(self) -> str:
        """Kind and name for a message, also of an object that lacks them."""
        kind = self.body.get("kind") or "object without kind"
        metadata = self.body.get("metadata")
        name = metadata.get("name") if isinstance(metadata, dict) else None
        namespace = metadata.get("namespace") if isinstance(metadata, dict) else None
        shown = f"{namespace}/{name}" if namespace and name else name
        return f"{kind} {shown}" if shown else f"{kind} without name" + (f', construct "{self.construct}"' if self.construct else "")

    def complaint(self, message: str) -> str:
        """Say what is wrong with the object, and where it was made."""
        return f"{self.origin}: {self.label}: {message}"


Apps: TypeAlias = Mapping[str, Sequence[Manifest]]
"""What an environment renders, by the name of the app that it belongs to."""
