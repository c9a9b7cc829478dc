"""Where Kueue's manager listens, how it talks to the API server, and how much of it works at a time."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from fractions import Fraction

from heliostat.manifests.go_duration import duration_seconds
from heliostat.manifests.name_syntax import dns_label_fault, dns_subdomain_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.kueue.durations import duration_problems, nanoseconds
from heliostat.specs.wire import spelled

_ADDRESS = re.compile(r"(?P<host>[^:\[\]]*|\[[0-9a-fA-F:]+\]):(?P<port>[0-9]{1,5})")
_LARGEST_PORT = 65535
_CERTIFICATE_FOLDER = "/tmp/k8s-webhook-server/serving-certs"


def port_of(address: str) -> int | None:
    """Read the port out of an address such as `:8443`; None where there is none, since nothing is served then."""
    found = _ADDRESS.fullmatch(address)
    return int(found["port"]) if found else None


def address_problems(argument: str, address: str, *, optional: bool) -> Iterator[Problem]:
    """Name what is no address to listen at.

    Args:
        argument: what it was given for.
        address: the address.
        optional: whether "0", for nowhere, is one.
    """
    port = port_of(address)
    if (port is None or not 1 <= port <= _LARGEST_PORT) and not (optional and address == "0"):
        off = ', or "0" for none' if optional else ""
        yield Problem(argument, f'must be an address with a port such as ":8443"{off}, got {address!r}')


def _port_problems(argument: str, port: int | None) -> Iterator[Problem]:
    if port is not None and not 1 <= port <= _LARGEST_PORT:
        yield Problem(argument, f"must be a number from 1 to {_LARGEST_PORT}, got {port}")


@arguments
class WebhookServer:
    """Where Kueue's webhooks are served.

    Args:
        port: port in the pod.
        host: address in the pod; all of them unless given.
        cert_dir: folder that its certificate is mounted at; upstream's unless given.
    """

    port: int = 9443
    host: str | None = None
    cert_dir: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from _port_problems("port", self.port)
        if self.cert_dir is not None and not self.cert_dir.startswith("/"):
            yield Problem("cert_dir", f"must be an absolute path, got {self.cert_dir!r}")

    @property
    def certificate_folder(self) -> str:
        """Where its certificate is mounted."""
        return self.cert_dir or _CERTIFICATE_FOLDER


@arguments
class HealthServer:
    """Where the kubelet asks how Kueue is.

    Args:
        health_probe_bind_address: address that is asked.
        readiness_endpoint_name: path for readiness; `readyz` by default.
        liveness_endpoint_name: path for liveness; `healthz` by default.
    """

    health_probe_bind_address: str = ":8081"
    readiness_endpoint_name: str | None = None
    liveness_endpoint_name: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from address_problems("health_probe_bind_address", self.health_probe_bind_address, optional=False)

    @property
    def port(self) -> int:
        """Port of the address."""
        return port_of(self.health_probe_bind_address) or 0


@arguments
class VisibilityServer:
    """Where Kueue answers in which order Workloads wait.

    Args:
        bind_address: IP address in the pod; all of them unless given.
        bind_port: port in the pod; 8082 by default.
    """

    bind_address: str | None = None
    bind_port: int | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from _port_problems("bind_port", self.bind_port)
        if self.bind_address is not None:
            try:
                ipaddress.ip_address(self.bind_address)
            except ValueError:
                yield Problem("bind_address", f"must be an IP address, got {self.bind_address!r}")


_ELECTION_TIMES: Mapping[str, str] = {"lease_duration": "15s", "renew_deadline": "10s", "retry_period": "2s"}
"""Arguments of LeaderElection, and what holds where they are not given."""

_JITTER = Fraction(6, 5)
"""By how much a try may come later than its period."""


@arguments
class LeaderElection:
    """How several managers agree on which of them works.

    Args:
        leader_elect: False lets each of them work, so that there may be only one.
        resource_name: name of the Lease.
        resource_namespace: namespace of the Lease; Kueue's own unless given.
        lease_duration: time after which another one takes over; 15s by default.
        renew_deadline: time in which the one that works has to say so; 10s by default.
        retry_period: time between two tries; 2s by default.
    """

    leader_elect: bool = True
    resource_name: str = "c1f6bfd2.kueue.x-k8s.io"
    resource_namespace: str | None = None
    lease_duration: str | None = None
    renew_deadline: str | None = None
    retry_period: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check the names, and what NewLeaderElector of k8s.io/client-go v0.36.2 (tools/leaderelection) refuses."""
        if fault := dns_subdomain_fault(self.resource_name):
            yield Problem("resource_name", fault)
        if self.resource_namespace is not None and (fault := dns_label_fault(self.resource_namespace)):
            yield Problem("resource_namespace", fault)
        given = {name: getattr(self, name) for name in _ELECTION_TIMES}
        faults = [*duration_problems(given, positive=True)]
        yield from faults
        if faults or not self.leader_elect:
            return
        times = {name: given[name] or usual for name, usual in _ELECTION_TIMES.items()}
        lease, renewal, retry = (duration_seconds(text) or 0 for text in times.values())
        if lease <= renewal:
            yield Problem("lease_duration", f"must be more than renew_deadline={times['renew_deadline']}, got {times['lease_duration']!r}")
        if renewal <= retry * _JITTER:
            least = f"{float(_JITTER)} times retry_period={times['retry_period']}"
            yield Problem("renew_deadline", f"must be more than {least}, got {times['renew_deadline']!r}")


@arguments
class ClientConnection:
    """How much Kueue asks of the API server.

    Args:
        qps: requests in a second, in the long run; a negative number sets no limit.
        burst: requests at once.
    """

    qps: float = 300
    burst: int = 500


def _concurrency() -> Mapping[str, int]:
    return {
        "Job.batch": 5,
        "Pod": 5,
        "Workload.kueue.x-k8s.io": 10,
        "LocalQueue.kueue.x-k8s.io": 5,
        "Cohort.kueue.x-k8s.io": 1,
        "ClusterQueue.kueue.x-k8s.io": 5,
        "ResourceFlavor.kueue.x-k8s.io": 1,
    }


@arguments
class KueueControllers:
    """How much of Kueue works at a time.

    Args:
        group_kind_concurrency: objects of a kind that are looked after at the same time, by `Kind.group`.
        cache_sync_timeout: time to have read all objects in after the start; 2m by default.
    """

    group_kind_concurrency: Mapping[str, int] = field(default_factory=_concurrency)
    cache_sync_timeout: str | None = field(default=None, metadata=spelled(write=nanoseconds))

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from duration_problems({"cache_sync_timeout": self.cache_sync_timeout}, positive=True)
        for kind, count in self.group_kind_concurrency.items():
            if count < 1:
                yield Problem(f'group_kind_concurrency["{kind}"]', f"must be at least 1, got {count}")
