"""What traffic the pods of a Ray cluster let through beside that among themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.network_rule import EgressRule, IngressRule, IpBlock, NetworkPeer
from heliostat.specs.ray_traffic import CLUSTER_DNS, api_server_egress, dns_egress, operator_ingress
from heliostat.specs.version_need import version_problems
from heliostat.specs.wire import wire


@arguments
class NetworkRules:
    """Rules for some pods of the cluster.

    Args:
        ingress: traffic that may come in.
        egress: traffic that may go out.
    """

    ingress: Sequence[IngressRule] = ()
    egress: Sequence[EgressRule] = ()


@arguments
class RayNetworkPolicy:
    """What the pods of a cluster let through; they always reach each other (KubeRay 1.7, with its gate RayClusterNetworkPolicy).

    Args:
        mode: which direction is denied.
        head: rules for the head.
        workers: rules for the workers of every group that has none of its own.
        groups: rules for the workers of one group, by its name; they replace those of `workers`.
        ray_needs: False leaves out what Ray needs opened beside: DNS from every pod, from the head Redis and, with an autoscaler,
            the API server, and to the head's dashboard and Serve ports the operator.
        operator_namespace: namespace that the KubeRay operator runs in.
        dns: where names are resolved; cluster DNS in kube-system, and the cache on the node, by default.
        api_server: addresses of the API server; every address by default, on its usual ports.
    """

    mode: Literal["DenyAll", "DenyAllIngress", "DenyAllEgress"] = "DenyAll"
    head: NetworkRules | None = None
    workers: NetworkRules | None = None
    groups: Mapping[str, NetworkRules] = field(default_factory=dict)
    ray_needs: bool = True
    operator_namespace: str = "kuberay-operator"
    dns: Sequence[NetworkPeer] = CLUSTER_DNS
    api_server: Sequence[IpBlock] = ()

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from version_problems("", "kuberay", "1.7", targets)
        open_direction = {"DenyAllEgress": "ingress", "DenyAllIngress": "egress"}.get(self.mode)
        for place, rules in (
            ("head", self.head),
            ("workers", self.workers),
            *((f'groups["{name}"]', r) for name, r in self.groups.items()),
        ):
            if rules is not None and open_direction and getattr(rules, open_direction):
                yield Problem(
                    f"{place}.{open_direction}", f'must be left out in the mode "{self.mode}", which lets all {open_direction} through'
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What the traffic that Ray needs opened depends on."""

    dashboard: int
    serve: int
    redis: int | None
    api_server: bool


def network_policy(policy: RayNetworkPolicy, needs: Needs) -> JsonObject:
    """Write `networkPolicy`."""
    dns = dns_egress(policy.dns)
    needed_workers = NetworkRules(egress=[dns])
    needed_head = NetworkRules(
        ingress=[IngressRule(from_=operator_ingress(policy.operator_namespace).from_, ports=[needs.dashboard, needs.serve])],
        egress=[
            dns,
            *([api_server_egress(policy.api_server)] if needs.api_server else []),
            *([EgressRule(ports=[needs.redis])] if needs.redis is not None else []),
        ],
    )
    body: JsonObject = {"mode": policy.mode}
    if head := _rules(policy, needed_head, policy.head):
        body["head"] = head
    if workers := _rules(policy, needed_workers, policy.workers):
        body["worker"] = workers
    if policy.groups:
        body["workerGroups"] = [{"groupName": name, **_rules(policy, needed_workers, rules)} for name, rules in policy.groups.items()]
    return body


def _rules(policy: RayNetworkPolicy, needed: NetworkRules, given: NetworkRules | None) -> JsonObject:
    body: JsonObject = {}
    for direction, everything_open in (("ingress", "DenyAllEgress"), ("egress", "DenyAllIngress")):
        if policy.mode == everything_open:
            continue
        rules = [*(getattr(needed, direction) if policy.ray_needs else ()), *(getattr(given, direction) if given else ())]
        if rules:
            body[f"{direction}Rules"] = [wire(rule) for rule in rules]
    return body
