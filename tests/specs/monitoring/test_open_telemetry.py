"""What Ray and the SDK of OpenTelemetry are told."""

from __future__ import annotations

import inspect

import pytest
from opentelemetry.sdk import environment_variables
from ray.scripts import scripts

from heliostat.manifests.errors import ConfigurationError
from heliostat.specs.arguments import origin_of
from heliostat.specs.monitoring.open_telemetry import OpenTelemetry
from heliostat.specs.pod.environment import SecretKey
from heliostat.specs.ray.head import Head
from tests.specs.answers import told

LEAST = OpenTelemetry("http://collector.monitoring.svc:4317", startup_hook="tracing:setup")
MOST = OpenTelemetry(
    "https://collector.example.com",
    startup_hook="pkg.tracing:Setup.run",
    protocol="http/protobuf",
    service_name="train",
    resource_attributes={"deployment.environment.name": "prod", "team": "vision, language"},
    headers=SecretKey("collector", "headers"),
    sampling_ratio=0.1,
)


def test_least() -> None:
    """Where the collector is, and how it is spoken to."""
    assert told(LEAST) == []
    assert LEAST.env == {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector.monitoring.svc:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}
    assert LEAST.ray_start_params == {"tracing-startup-hook": "tracing:setup"}


def test_most() -> None:
    """Attributes are written as a header is, and a token stays in its Secret."""
    assert told(MOST) == []
    assert MOST.env == {
        "OTEL_EXPORTER_OTLP_ENDPOINT": "https://collector.example.com",
        "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
        "OTEL_SERVICE_NAME": "train",
        "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=prod,team=vision%2C%20language",
        "OTEL_EXPORTER_OTLP_HEADERS": SecretKey("collector", "headers"),
        "OTEL_TRACES_SAMPLER": "parentbased_traceidratio",
        "OTEL_TRACES_SAMPLER_ARG": "0.1",
    }


def test_the_names_are_those_that_are_read() -> None:
    """By the SDK that Ray brings, and by `ray start`."""
    options = {name for parameter in scripts.start.params for name in parameter.opts}

    assert MOST.env.keys() <= set(vars(environment_variables))
    assert {f"--{flag}" for flag in MOST.ray_start_params} <= options
    assert "tracing_startup_hook" in inspect.signature(scripts.start.callback).parameters


def test_a_head_takes_both() -> None:
    """As its docstring says."""
    assert told(Head(cpu=1, memory="4Gi", env={**MOST.env, "A": "b"}, ray_start_params=MOST.ray_start_params)) == []


REFUSED = [
    (
        {"endpoint": "collector:4317"},
        "endpoint: must be an address such as http://collector.monitoring.svc:4317, got 'collector:4317'",
    ),
    ({"startup_hook": "tracing.setup"}, "startup_hook: must be a function such as tracing:setup, got 'tracing.setup'"),
    ({"sampling_ratio": 10}, "sampling_ratio: must be from 0 to 1, got 10"),
    (
        {"resource_attributes": {"a=b": "c"}},
        """resource_attributes: must have keys without ",", "=" and spaces, got 'a=b'""",
    ),
]


@pytest.mark.parametrize(("change", "message"), REFUSED, ids=[message.partition(":")[0] for _, message in REFUSED])
def test_refused(change: dict[str, object], message: str) -> None:
    """Each told with its line, its argument, what is expected and what was given, as soon as anything is taken from it."""
    given = OpenTelemetry(**{"endpoint": "http://collector:4317", "startup_hook": "tracing:setup", **change})

    assert told(given) == [message]
    for take in (lambda: given.env, lambda: given.ray_start_params):
        with pytest.raises(ConfigurationError) as refused:
            take()
        assert str(refused.value) == f"{origin_of(given)}: OpenTelemetry: {message}"


def test_what_is_missing_is_told_too() -> None:
    """All that is wrong comes together."""
    given = OpenTelemetry("collector", startup_hok="tracing:setup")

    with pytest.raises(ConfigurationError, match=r"no such argument.*did you mean.*\n.*startup_hook: is missing"):
        _ = given.env
