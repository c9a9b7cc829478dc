"""What traffic a network policy lets through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Literal, TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.wire import spelled, wire


@arguments
class IpBlock:
    """Addresses: `IpBlock("10.0.0.0/8")`.

    Args:
        cidr: the range.
        except_: ranges inside it that are not meant.
    """

    cidr: str = field(kw_only=False)
    except_: Sequence[str] = ()


@arguments
class Pods:
    """Pods by label.

    Args:
        pod_selector: which pods; all of the chosen namespaces when absent.
        namespace_selector: which namespaces; the policy's own when absent.
    """

    pod_selector: LabelSelector | None = None
    namespace_selector: LabelSelector | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.pod_selector is None and self.namespace_selector is None:
            yield Problem("", "must have a pod_selector or a namespace_selector")


@arguments
class PortRange:
    """Ports, where a bare number does not say enough.

    Args:
        port: number or name; every port of the protocol when absent.
        end_port: last number of a range that begins with `port`.
        protocol: TCP unless given.
    """

    port: int | str | None = field(default=None, kw_only=False)
    end_port: int | None = None
    protocol: Literal["TCP", "UDP", "SCTP"] = "TCP"

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.end_port is not None and not (isinstance(self.port, int) and self.port <= self.end_port):
            yield Problem("end_port", f"must not be below port, which must be a number, got {self.end_port} and {self.port!r}")


NetworkPeer: TypeAlias = Pods | IpBlock


def _peer(peer: NetworkPeer) -> JsonObject:
    return {"ipBlock": wire(peer)} if isinstance(peer, IpBlock) else wire(peer)


def _peers(peers: Sequence[NetworkPeer]) -> JsonValue:
    return [_peer(peer) for peer in peers]


def _ports(ports: Sequence[int | str | PortRange]) -> JsonValue:
    return [wire(port if isinstance(port, PortRange) else PortRange(port)) for port in ports]


@arguments
class IngressRule:
    """Traffic that may come in.

    Args:
        from_: where from; everywhere when empty.
        ports: on which ports, as numbers (TCP), names or `PortRange(…)`; on all when empty.
    """

    from_: Sequence[NetworkPeer] = field(default=(), metadata=spelled(write=_peers))
    ports: Sequence[int | str | PortRange] = field(default=(), metadata=spelled(write=_ports))


@arguments
class EgressRule:
    """Traffic that may go out.

    Args:
        to: where to; everywhere when empty.
        ports: to which ports, as numbers (TCP), names or `PortRange(…)`; to all when empty.
    """

    to: Sequence[NetworkPeer] = field(default=(), metadata=spelled(write=_peers))
    ports: Sequence[int | str | PortRange] = field(default=(), metadata=spelled(write=_ports))
