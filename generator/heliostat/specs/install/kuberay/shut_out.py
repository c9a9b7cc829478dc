"""Network policies that mean to let the operator in, and let in something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.manifest import Manifest
from heliostat.schemas.structure import list_of, object_of
from heliostat.specs.install.kuberay.running_operator import COMPONENT_LABEL, RunningOperator
from heliostat.specs.ray.described_cluster import described_cluster
from heliostat.specs.ray_traffic import OPERATOR_COMPONENT

_NAMESPACE = "kubernetes.io/metadata.name"
_NODE = "ray.io/node-type"
_DASHBOARD = 8265


@dataclass(frozen=True, slots=True)
class _Way:
    """Traffic that a rule lets come to heads."""

    manifest: Manifest
    namespace: str
    to: str
    """The Ray object whose heads alone are meant; empty for all of the namespace."""
    peers: Sequence[JsonObject]
    """Where from; everywhere when empty."""
    ports: Sequence[JsonValue]

    def is_open_to(self, operator: RunningOperator) -> bool:
        """Tell whether an operator may come this way, also where its addresses or the labels of its namespace would tell."""
        is_open = not self.ports or any(port == _DASHBOARD or not isinstance(port, int) for port in self.ports)
        return is_open and (not self.peers or any(_may_be(operator, peer, self.namespace) for peer in self.peers))

    def meant(self) -> str | None:
        """Name the namespace whose operator is meant to come this way."""
        for peer in self.peers:
            namespace = _labels(peer, "namespaceSelector").get(_NAMESPACE)
            if _labels(peer, "podSelector").get(COMPONENT_LABEL) == OPERATOR_COMPONENT and isinstance(namespace, str):
                return namespace
        return None


def shut_out_problems(manifests: Sequence[Manifest], operators: Sequence[RunningOperator]) -> Iterator[str]:
    """Name what means to let the operator into a namespace that it watches, where nothing does.

    It does not reach dashboard and Serve there: jobs are never seen to end, and services never become ready. One that asks through the
    API server is no business of theirs.
    """
    ways = [way for manifest in manifests for way in _ways(manifest)]
    for operator in operators:
        open_to = {(way.namespace, way.to) for way in ways if way.is_open_to(operator)}
        for way in ways:
            meant = way.meant()
            if meant is None or operator.uses_kubernetes_proxy or not operator.watches(way.namespace):
                continue
            if {(way.namespace, ""), (way.namespace, way.to)} & open_to:
                continue
            if meant != operator.namespace:
                own = f'"{operator.namespace}", which is that of {operator}'
                yield way.manifest.complaint(f'lets in the operator of the namespace "{meant}", expected {own}')
            elif (component := operator.pod_labels.get(COMPONENT_LABEL)) != OPERATOR_COMPONENT:
                own = f'"{component}", which is the component_override of {operator}'
                yield way.manifest.complaint(f'lets in pods with the label {COMPONENT_LABEL}: "{OPERATOR_COMPONENT}", expected {own}')


def _ways(manifest: Manifest) -> Iterator[_Way]:
    """Read what a NetworkPolicy, or the one that KubeRay makes of a Ray object, lets come to heads."""
    body = manifest.body
    is_policy = body.get("kind") == "NetworkPolicy"
    namespace = str(object_of(body.get("metadata")).get("namespace"))
    for rule in map(object_of, _rules_of_policy(body) if is_policy else _rules_of_cluster(body)):
        peers = [object_of(peer) for peer in list_of(rule.get("from"))]
        ports = [object_of(port).get("port") for port in list_of(rule.get("ports"))]
        yield _Way(manifest, namespace, "" if is_policy else manifest.label, peers, ports)


def _rules_of_policy(body: JsonObject) -> Sequence[JsonValue]:
    spec = object_of(body.get("spec"))
    return list_of(spec.get("ingress")) if _labels(spec, "podSelector").get(_NODE, "head") == "head" else []


def _rules_of_cluster(body: JsonObject) -> Sequence[JsonValue]:
    policy = object_of(described_cluster(body).get("networkPolicy"))
    return list_of(object_of(policy.get("head")).get("ingressRules"))


def _may_be(operator: RunningOperator, peer: JsonObject, own: str) -> bool:
    if "ipBlock" in peer:
        return True
    namespace = _labels(peer, "namespaceSelector").get(_NAMESPACE, operator.namespace) if "namespaceSelector" in peer else own
    return namespace == operator.namespace and _labels(peer, "podSelector").items() <= operator.pod_labels.items()


def _labels(peer: JsonObject, selector: str) -> JsonObject:
    return object_of(object_of(peer.get(selector)).get("matchLabels"))
