"""Network policies of a team's namespace: nothing passes but what Ray needs and what the team asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.network_rule import EgressRule, IngressRule, IpBlock, NetworkPeer, Pods
from heliostat.specs.ray.network_policy import NetworkRules
from heliostat.specs.ray_traffic import (
    CLUSTER_DNS,
    HEAD,
    HEAD_AND_AFTER,
    NODES,
    WORKERS,
    api_server_egress,
    dns_egress,
    metrics_ingress,
    operator_ingress,
)
from heliostat.specs.wire import json_of, wire

_ALL = LabelSelector()


@arguments
class TeamNetworkPolicy:
    """What passes the borders of a team's namespace.

    Pods of the namespace reach each other, the cluster's DNS and, from Ray heads, the API server; the KubeRay operator
    reaches dashboard (8265) and Serve (8000) of Ray heads, the monitoring namespace the metrics (8080) of Ray nodes.

    A Redis of the environment lets the heads of its teams out to it by itself. All else is closed, the index of Python packages too: a
    runtime environment with `pip`, `uv` or `conda`, and one that downloads its `working_dir`, needs
    `egress=[EgressRule(to=[IpBlock("0.0.0.0/0")], ports=[443])]`, or the addresses of a mirror.

    Args:
        ingress: what else may come in, to every pod of the namespace, be it Ray's or not.
        egress: what else may go out, from every pod of the namespace, such as to object storage.
        head: what else passes to and from the heads of Ray clusters alone, such as to a Redis that somebody else runs; it also holds
            for the pods that clear a deleted cluster's keys there.
        workers: what else passes to and from their workers alone, such as from the clients of a RayService.
        operator_namespace: namespace of the KubeRay operator.
        monitoring_namespace: namespace that collects metrics; None closes them.
        dns: where names are resolved.
        api_server: addresses of the API server; every address on its ports (443, 6443) when empty.
    """

    ingress: Sequence[IngressRule] = ()
    egress: Sequence[EgressRule] = ()
    head: NetworkRules | None = None
    workers: NetworkRules | None = None
    operator_namespace: str = "kuberay-operator"
    monitoring_namespace: str | None = "monitoring"
    dns: Sequence[NetworkPeer] = CLUSTER_DNS
    api_server: Sequence[IpBlock] = ()

    def check(self, targets: Targets) -> Iterator[Problem]:
        for argument in ("operator_namespace", "monitoring_namespace"):
            given = getattr(self, argument)
            if given is not None and (fault := dns_label_fault(given)):
                yield Problem(argument, fault)
        if not self.dns:
            yield Problem("dns", "must name at least one server, without which workers do not find their head")


@dataclass(frozen=True, slots=True)
class _Policy:
    name: str
    pods: LabelSelector
    ingress: Sequence[IngressRule] = ()
    egress: Sequence[EgressRule] = ()

    def body(self, namespace: str) -> JsonObject:
        """Write the policy; one without rules denies both directions."""
        opened = [direction for direction, rules in (("Ingress", self.ingress), ("Egress", self.egress)) if rules]
        spec: JsonObject = {"podSelector": wire(self.pods), "policyTypes": [*(opened or ("Ingress", "Egress"))]}
        if self.ingress:
            spec["ingress"] = json_of(self.ingress)
        if self.egress:
            spec["egress"] = json_of(self.egress)
        return {
            "apiVersion": "networking.k8s.io/v1",
            "kind": "NetworkPolicy",
            "metadata": {"name": self.name, "namespace": namespace},
            "spec": spec,
        }


def network_policies(policy: TeamNetworkPolicy, namespace: str) -> list[JsonObject]:
    """Make one policy that denies everything, and one for each thing that is opened."""
    neighbours = [Pods(pod_selector=_ALL)]
    policies = [
        _Policy("default-deny", _ALL),
        _Policy("allow-dns", _ALL, egress=[dns_egress(policy.dns)]),
        _Policy("allow-same-namespace", _ALL, ingress=[IngressRule(from_=neighbours)], egress=[EgressRule(to=neighbours)]),
        _Policy("allow-kuberay-operator", HEAD, ingress=[operator_ingress(policy.operator_namespace)]),
        _Policy("allow-api-server", HEAD, egress=[api_server_egress(policy.api_server)]),
    ]
    if policy.monitoring_namespace is not None:
        policies.append(_Policy("allow-metrics", NODES, ingress=[metrics_ingress(policy.monitoring_namespace)]))
    for name, pods, rules in (
        ("allow-team", _ALL, policy),
        ("allow-team-head", HEAD_AND_AFTER, policy.head),
        ("allow-team-workers", WORKERS, policy.workers),
    ):
        if rules is not None and (rules.ingress or rules.egress):
            policies.append(_Policy(name, pods, ingress=rules.ingress, egress=rules.egress))
    return [made.body(namespace) for made in policies]
