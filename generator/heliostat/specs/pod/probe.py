"""How Kubernetes finds out that a container has started, lives and is ready, and what runs when it starts and stops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal, TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.wire import SKIPPED, spelled, wire


@arguments
class Exec:
    """A command in the container: `Exec(["cat", "/tmp/ready"])`; it is not run by a shell."""

    command: Sequence[str] = field(kw_only=False)


@arguments
class HttpGet:
    """An HTTP request to the pod.

    Args:
        port: number or name of the port.
        path: path on the server, `/` by default.
        host: where to ask; the pod's address by default.
        http_headers: headers of the request.
        scheme: `HTTP` by default.
    """

    port: int | str = field(kw_only=False)
    path: str | None = None
    host: str | None = None
    http_headers: Mapping[str, str] = field(
        default_factory=dict, metadata=spelled(write=lambda given: [{"name": name, "value": value} for name, value in given.items()])
    )
    scheme: Literal["HTTP", "HTTPS"] | None = None


@arguments
class TcpSocket:
    """A connection to a port of the pod.

    Args:
        port: number or name of the port.
        host: where to connect to; the pod's address by default.
    """

    port: int | str = field(kw_only=False)
    host: str | None = None


@arguments
class Grpc:
    """A gRPC health check.

    Args:
        port: number of the port.
        service: name sent in the request.
    """

    port: int = field(kw_only=False)
    service: str | None = None


@arguments
class Sleep:
    """Seconds to wait."""

    seconds: int = field(kw_only=False)


_HANDLER: dict[type, str] = {Exec: "exec", HttpGet: "httpGet", TcpSocket: "tcpSocket", Grpc: "grpc", Sleep: "sleep"}


def handler_json(handler: object) -> JsonObject:
    """Write what is run or asked."""
    return {_HANDLER[type(handler)]: wire(handler)}


@arguments
class Probe:
    """A check that is made again and again.

    Args:
        handler: what is run or asked.
        initial_delay_seconds: wait before the first check; 0 by default.
        period_seconds: between two checks; 10 by default.
        timeout_seconds: for one check; 1 by default.
        success_threshold: checks in a row that count as success; 1 by default.
        failure_threshold: checks in a row that count as failure; 3 by default.
        termination_grace_period_seconds: time to stop in after a failed liveness or startup probe; the pod's by default.
    """

    handler: Exec | HttpGet | TcpSocket | Grpc = field(kw_only=False, metadata=SKIPPED)
    initial_delay_seconds: int | None = None
    period_seconds: int | None = None
    timeout_seconds: int | None = None
    success_threshold: int | None = None
    failure_threshold: int | None = None
    termination_grace_period_seconds: int | None = None

    def wire(self) -> JsonObject:
        return {**handler_json(self.handler), **wire(self)}

    def check(self, targets: Targets) -> Iterator[Problem]:
        for argument, least in _LEAST.items():
            value = getattr(self, argument)
            if value is not None and value < least:
                yield Problem(argument, f"must be at least {least}, got {value}")


_LEAST = {"initial_delay_seconds": 0, "period_seconds": 1, "timeout_seconds": 1, "success_threshold": 1, "failure_threshold": 1}

Hook: TypeAlias = Exec | HttpGet | Sleep


def _hook(handler: Hook) -> JsonValue:
    return handler_json(handler)


@arguments
class Lifecycle:
    """What runs around the life of a container.

    Args:
        post_start: right after it was started.
        pre_stop: before it is stopped, within the pod's termination grace period.
        stop_signal: the signal that stops it, such as `SIGINT`; the image's own by default.
    """

    post_start: Hook | None = field(default=None, metadata=spelled(write=_hook))
    pre_stop: Hook | None = field(default=None, metadata=spelled(write=_hook))
    stop_signal: str | None = None
