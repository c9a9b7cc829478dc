"""What traffic the pods of a Ray cluster let through beside that among themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.specs.arguments import arguments
from heliostat.specs.network_rule import EgressRule, IngressRule


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
    """KubeRay's network policies: pods of the cluster reach each other, all else is denied but for the rules here
    (KubeRay 1.7, with its gate RayClusterNetworkPolicy).

    Args:
        mode: which direction is denied.
        head: rules for the head.
        workers: rules for the workers of every group that has none of its own.
        groups: rules for the workers of one group, by its name; they replace those of `workers`.
        ray_needs: False leaves out what Ray itself needs opened: DNS from every pod, the API server from a head with
            autoscaler, and the operator to the head's dashboard and Serve ports.
        operator_namespace: namespace that the KubeRay operator runs in.
    """

    mode: Literal["DenyAll", "DenyAllIngress", "DenyAllEgress"] = "DenyAll"
    head: NetworkRules | None = None
    workers: NetworkRules | None = None
    groups: Mapping[str, NetworkRules] = field(default_factory=dict)
    ray_needs: bool = True
    operator_namespace: str = "kuberay-operator"
