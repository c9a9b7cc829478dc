"""Topology: how nodes are nested in racks, blocks and zones, by their labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heliostat.manifests.name_syntax import label_key_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.kueue_object import ClusterScopedSpec, kueue_object
from heliostat.specs.object_spec import Part

HOSTNAME = "kubernetes.io/hostname"
_MOST_LEVELS = 16


@arguments
class TopologySpec(ClusterScopedSpec):
    """Arguments of a Topology.

    Args:
        levels: node labels from the widest place to the narrowest, such as
            `["cloud.provider.com/topology-block", "cloud.provider.com/topology-rack", "kubernetes.io/hostname"]`; 1 to 16,
            the host name only last. They cannot be changed once applied.
    """

    levels: Sequence[str]

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what the CRD of Kueue 0.19 refuses."""
        yield from super().check(targets)
        if not 1 <= len(self.levels) <= _MOST_LEVELS:
            yield Problem("levels", f"must be 1 to {_MOST_LEVELS} node labels, got {len(self.levels)}")
        for index, level in enumerate(self.levels):
            if fault := label_key_fault(level):
                yield Problem(f"levels[{index}]", fault)
            if level in self.levels[:index]:
                yield Problem(f"levels[{index}]", f"names the label {level!r} a second time")
            elif level == HOSTNAME and index < len(self.levels) - 1:
                yield Problem(f"levels[{index}]", f"must be the last level, as {HOSTNAME} is the narrowest place")

    def parts(self, name: str, targets: Targets) -> list[Part]:
        return kueue_object(self, "Topology", name, {"spec": {"levels": [{"nodeLabel": level} for level in self.levels]}})
