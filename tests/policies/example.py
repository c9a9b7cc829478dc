"""The examples in the folder of a policy: manifests, what runs with them, and the findings that they are marked with.

A line that a finding stands on ends in `# finding: text`, the text being the finding's message or a part of it. Comments before the first
object may choose other than the defaults: `# options: mode=memory-and-gpu`, `# targets: kuberay=1.6.2`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from heliostat.lint.engine import Complaint
from heliostat.lint.policy import Policy
from heliostat.lint.resource import Place, Resource
from heliostat.lint.world import World
from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.yaml_positions import positions
from heliostat.manifests.yaml_reader import read_documents
from heliostat.schemas.targets import Targets

_MARK = re.compile(r"# finding: (.+)$")


@dataclass(frozen=True, order=True)
class Mark:
    """What an example says of one line, counted from 1."""

    line: int
    text: str


@dataclass(frozen=True)
class Example:
    """One file of `good/` or `bad/`."""

    policy: Policy
    file: Path

    @property
    def name(self) -> str:
        """What the example is called in tests: `fractional_cpus/bad/raycluster.yaml`."""
        return "/".join(self.file.parts[-3:])

    @cached_property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def resources(self) -> Sequence[Resource]:
        """The objects in it, in their order."""
        bodies = [document.body for document in read_documents(self.text.encode())]
        return [Resource(ObjectRef.of(body), body, Place(self.name, index)) for index, body in enumerate(bodies) if isinstance(body, dict)]

    @property
    def world(self) -> World:
        """Its objects, in a cluster of the versions that it names."""
        return World(self.resources, Targets(**self._chosen("targets")))

    @property
    def options(self) -> Mapping[str, str]:
        """The policy's options, as the example chooses them."""
        return {name: values[0] for name, values in self.policy.terms.options.items()} | self._chosen("options")

    @property
    def marks(self) -> Sequence[Mark]:
        """The findings that it expects."""
        found = [(line, _MARK.search(text)) for line, text in enumerate(self.text.splitlines(), 1)]
        return [Mark(line, match[1]) for line, match in found if match]

    def line_of(self, complaint: Complaint) -> int:
        """The line on which a finding stands, counted from 1: that of a key or a list item, or of the nearest that is there around it."""
        place = complaint.resource.place
        return positions(self.text.encode())[place.document].at((*place.path, *complaint.problem.path), key=True).line

    def _chosen(self, what: str) -> dict[str, str]:
        match = re.search(rf"^# {what}: (.+)$", self.text, re.MULTILINE)
        return dict(pair.split("=") for pair in match[1].split(", ")) if match else {}


def examples(policy: Policy, which: str) -> list[Example]:
    """The examples of a policy that are `good` or `bad`."""
    return [Example(policy, file) for file in sorted((policy.folder / which).glob("*.yaml"))]
