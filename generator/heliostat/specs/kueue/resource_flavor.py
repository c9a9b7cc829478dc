"""ResourceFlavor: a kind of node that quota is counted for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_subdomain_fault, label_key_fault, label_value_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.kueue_object import ClusterScopedSpec, kueue_object
from heliostat.specs.label_selector import label_problems
from heliostat.specs.object_spec import Part
from heliostat.specs.pod.taint import ShortTaint, TaintEffect
from heliostat.specs.pod.toleration import Toleration, is_tolerated, toleration_problems, tolerations_json
from heliostat.specs.reference import Named, OfKind, name_of
from heliostat.specs.wire import wire

_MOST = 8
"""Kueue takes no more node labels, taints or tolerations in one flavor."""


@arguments
class Taint:
    """A taint of nodes; the short text `key=value:NoSchedule` or `key:NoSchedule` says the same wherever one is taken.

    Args:
        key: a label key.
        value: a label value; empty for a taint without one.
        effect: what happens to pods that do not tolerate it.
        time_added: when it was added, as RFC 3339 text; Kueue does not look at it.
    """

    key: str = field(kw_only=False)
    value: str | None = None
    effect: TaintEffect
    time_added: str | None = None

    @classmethod
    def parse(cls, text: str) -> Taint:
        """Read the short text.

        Raises:
            ValueError: it is not of that form.
        """
        short = ShortTaint.parse(text)
        if short.effect is None:
            raise ValueError(f"{text!r} is not of the form key=value:NoSchedule or key:NoSchedule")
        return cls(short.key, value=short.value, effect=short.effect)

    def check(self, targets: Targets) -> Iterator[Problem]:
        if fault := label_key_fault(self.key):
            yield Problem("key", fault)
        if fault := label_value_fault(self.value or ""):
            yield Problem("value", fault)

    def tolerated_by(self, toleration: JsonObject) -> bool:
        """Tell whether a pod's toleration covers this taint."""
        return is_tolerated(wire(self), by=toleration)

    def toleration(self) -> JsonObject:
        """Make the narrowest toleration that covers this taint."""
        return wire(Toleration(self.key, operator="Equal" if self.value else "Exists", value=self.value or None, effect=self.effect))


@arguments
class ResourceFlavorSpec(ClusterScopedSpec):
    """Arguments of a ResourceFlavor; without any it stands for every node.

    Args:
        node_labels: labels that its nodes have, at most 8; admitted pods get them as node selector.
        taints: taints that its nodes have, at most 8; pods must tolerate those that keep pods away.
        tolerations: tolerations that admitted pods get, at most 8.
        topology: Topology of the nodes, for topology-aware scheduling; needs a node label, and makes labels, tolerations and
            topology unchangeable once applied.
    """

    node_labels: Mapping[str, str] = field(default_factory=dict)
    taints: Sequence[Taint | str] = ()
    tolerations: Sequence[Toleration | str] = ()
    topology: Annotated[Named | str, OfKind("Topology")] | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what the CRD and pkg/webhooks/resourceflavor_webhook.go of Kueue 0.19 refuse."""
        yield from super().check(targets)
        for argument in ("node_labels", "taints", "tolerations"):
            if (count := len(getattr(self, argument))) > _MOST:
                yield Problem(argument, f"must be at most {_MOST}, got {count}")
        yield from label_problems("node_labels", self.node_labels)
        yield from self._taint_problems(targets)
        yield from toleration_problems("tolerations", self.tolerations)
        if self.topology is not None:
            if fault := dns_subdomain_fault(name_of(self.topology)):
                yield Problem("topology", fault)
            if not self.node_labels:
                yield Problem("node_labels", "must name at least one label where a topology is given")

    def _taint_problems(self, targets: Targets) -> Iterator[Problem]:
        seen: set[tuple[str, str]] = set()
        for index, given in enumerate(self.taints):
            try:
                taint = _as_taint(given)
            except ValueError as error:
                yield Problem(f"taints[{index}]", str(error))
                continue
            if isinstance(given, str):
                for problem in taint.check(targets):
                    yield Problem(f"taints[{index}]", f"{problem.argument} {problem.message}")
            if (taint.key, taint.effect) in seen:
                yield Problem(f"taints[{index}]", f"must not repeat key and effect of another taint, got {taint.key}:{taint.effect}")
            seen.add((taint.key, taint.effect))

    def pod_tolerations(self) -> list[JsonObject]:
        """Write the tolerations that a pod needs for this flavor.

        Those that the flavor adds, then one for each of its taints that keeps pods away and that none of them covers. Kueue
        leaves tolerations that a pod already has as they are, so that a pod which carries these is stored as rendered.
        """
        made = tolerations_json(self.tolerations)
        for taint in map(_as_taint, self.taints):
            if taint.effect != "PreferNoSchedule" and not any(taint.tolerated_by(toleration) for toleration in made):
                made.append(taint.toleration())
        return made

    def parts(self, name: str, targets: Targets) -> list[Part]:
        spec: JsonObject = {}
        if self.node_labels:
            spec["nodeLabels"] = dict(self.node_labels)
        if self.taints:
            spec["nodeTaints"] = [wire(_as_taint(taint)) for taint in self.taints]
        if self.tolerations:
            spec["tolerations"] = [*tolerations_json(self.tolerations)]
        if self.topology is not None:
            spec["topologyName"] = name_of(self.topology)
        return kueue_object(self, "ResourceFlavor", name, {"spec": spec})


def _as_taint(given: Taint | str) -> Taint:
    return Taint.parse(given) if isinstance(given, str) else given
