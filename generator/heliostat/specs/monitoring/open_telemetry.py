"""Traces of Ray programs by OpenTelemetry: what Ray and the SDK of OpenTelemetry have to be told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Literal
from urllib.parse import quote, urlsplit

from heliostat.manifests.errors import ConfigurationError
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments, problems_of
from heliostat.specs.pod.environment import Env, EnvValue, SecretKey

_HOOK = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", re.ASCII)


@arguments
class OpenTelemetry:
    """Traces of tasks and actors, for the heads and workers of a Ray cluster.

        traces = OpenTelemetry("http://collector.monitoring.svc:4317", startup_hook="tracing:setup", service_name="train")
        Head(…, env=traces.env, ray_start_params=traces.ray_start_params)
        WorkerGroup(…, env=traces.env)

    Ray traces nothing because of a variable alone: its head has to be started with a hook, a function without arguments that every
    driver and worker of the cluster calls when it connects, and that sets the TracerProvider (Ray 2.52.0, `ray start
    --tracing-startup-hook`, python/ray/_private/worker.py). A process that cannot import the hook or OpenTelemetry ends, Ray's own among
    them, which never see the `code` of a job: the hook has to be in the image, or mounted with PYTHONPATH set to it, and the image needs
    `opentelemetry-exporter-otlp`, which Ray's own images lack. A hook that makes `OTLPSpanExporter()` without arguments takes endpoint
    and headers from the variables; Ray's own `ray.util.tracing.setup_tempo_tracing:setup_tracing` has `http://localhost:4317` built in,
    which suits a collector in every pod. Metrics are no part of this: Ray serves them to Prometheus.

    Args:
        endpoint: address of the collector, where it takes OTLP.
        startup_hook: the hook, as `module:function`.
        protocol: how it is spoken to; gRPC has port 4317 by convention, HTTP 4318.
        service_name: what the traces are filed under; `unknown_service` unless given.
        resource_attributes: attributes of every span, such as `{"deployment.environment.name": "prod"}`.
        headers: key of a Secret with headers for the collector, as `name=value` with commas between them; a token, for one.
        sampling_ratio: share of the traces that are kept, from 0 to 1; all of them unless given.

    Raises:
        ConfigurationError: by `env` and `ray_start_params`, naming all that is wrong; they leave nothing that could tell it later.
    """

    endpoint: str = field(kw_only=False)
    startup_hook: str = field()
    protocol: Literal["grpc", "http/protobuf"] = "grpc"
    service_name: str | None = None
    resource_attributes: Mapping[str, str] = field(default_factory=dict)
    headers: SecretKey | None = None
    sampling_ratio: float | int | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        address = urlsplit(self.endpoint)
        if address.scheme not in ("http", "https") or not address.hostname:
            yield Problem("endpoint", f"must be an address such as http://collector.monitoring.svc:4317, got {self.endpoint!r}")
        if not _HOOK.fullmatch(self.startup_hook):
            yield Problem("startup_hook", f"must be a function such as tracing:setup, got {self.startup_hook!r}")
        if self.sampling_ratio is not None and not 0 <= self.sampling_ratio <= 1:
            yield Problem("sampling_ratio", f"must be from 0 to 1, got {self.sampling_ratio!r}")
        for key in self.resource_attributes:
            if not key or set(key) & set(",= "):
                yield Problem("resource_attributes", f'must have keys without ",", "=" and spaces, got {key!r}')

    @property
    def env(self) -> Env:
        """Variables of the Ray container, for `env` of the head and of every worker group.

        Source: opentelemetry-python v1.34, opentelemetry-sdk/src/opentelemetry/sdk/environment_variables.
        """
        self._refuse_what_is_wrong()
        made: dict[str, EnvValue] = {"OTEL_EXPORTER_OTLP_ENDPOINT": self.endpoint, "OTEL_EXPORTER_OTLP_PROTOCOL": self.protocol}
        if self.service_name is not None:
            made["OTEL_SERVICE_NAME"] = self.service_name
        if self.resource_attributes:
            said = (f"{key}={quote(value, safe='')}" for key, value in self.resource_attributes.items())
            made["OTEL_RESOURCE_ATTRIBUTES"] = ",".join(said)
        if self.headers is not None:
            made["OTEL_EXPORTER_OTLP_HEADERS"] = self.headers
        if self.sampling_ratio is not None:
            made["OTEL_TRACES_SAMPLER"] = "parentbased_traceidratio"
            made["OTEL_TRACES_SAMPLER_ARG"] = str(self.sampling_ratio)
        return made

    @property
    def ray_start_params(self) -> Mapping[str, str]:
        """Flag of `ray start`, for `ray_start_params` of the head."""
        self._refuse_what_is_wrong()
        return {"tracing-startup-hook": self.startup_hook}

    def _refuse_what_is_wrong(self) -> None:
        found = [
            f"{problem.origin}: OpenTelemetry: {f'{problem.argument}: ' if problem.argument else ''}{problem.message}"
            for problem in problems_of(self, Targets())
        ]
        if found:
            raise ConfigurationError("\n".join(found))
