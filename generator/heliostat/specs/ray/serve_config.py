"""What Ray Serve runs: applications and their deployments, in Serve's own words, written as YAML text.

Source: Ray 2.52, `serve/schema.py` (ServeDeploySchema) and `serve/config.py` (AutoscalingConfig).
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, cast

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.yaml_writer import to_yaml
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments, is_arguments
from heliostat.specs.ray.ray_mapping import field_problems
from heliostat.specs.ray.runtime_env import runtime_env_problems

_MAPPING = Mapping[str, object]
_LOGGING_CONFIG: Mapping[str, Any] = {
    "encoding": Literal["TEXT", "JSON"],
    "log_level": str | int,
    "logs_dir": str,
    "enable_access_log": bool,
    "additional_log_standard_attrs": Sequence[str],
}
_HTTP_OPTIONS: Mapping[str, Any] = {
    "host": str,
    "port": int,
    "root_path": str,
    "request_timeout_s": float,
    "keep_alive_timeout_s": int,
    "ssl_keyfile": str,
    "ssl_certfile": str,
    "ssl_keyfile_password": str,
    "ssl_ca_certs": str,
}
_GRPC_OPTIONS: Mapping[str, Any] = {"port": int, "grpc_servicer_functions": Sequence[str], "request_timeout_s": float}
_RAY_ACTOR_OPTIONS: Mapping[str, Any] = {
    "num_cpus": float,
    "num_gpus": float,
    "memory": float,
    "resources": Mapping[str, float],
    "accelerator_type": str,
    "runtime_env": _MAPPING,
}
_AUTOSCALING_CONFIG: Mapping[str, Any] = {
    "min_replicas": int,
    "initial_replicas": int,
    "max_replicas": int,
    "target_ongoing_requests": float,
    "metrics_interval_s": float,
    "look_back_period_s": float,
    "upscaling_factor": float,
    "downscaling_factor": float,
    "smoothing_factor": float,
    "upscale_smoothing_factor": float,
    "downscale_smoothing_factor": float,
    "upscale_delay_s": float,
    "downscale_delay_s": float,
    "downscale_to_zero_delay_s": float,
    "aggregation_function": Literal["mean", "max", "min"],
    "policy": _MAPPING,
}


@arguments
class ServeDeployment:
    """Options of one deployment, which win over those in its code.

    Args:
        name: name of the deployment in the code.
        num_replicas: how many replicas; `auto` scales by the number of requests.
        autoscaling_config: how they are scaled: {"min_replicas": 1, "max_replicas": 4, "target_ongoing_requests": 2}.
        max_ongoing_requests: requests that a replica works on at a time.
        max_queued_requests: requests that a caller may have waiting; -1 for no limit.
        user_config: handed to the deployment's `reconfigure`, without a restart of replicas.
        ray_actor_options: what each replica takes: {"num_cpus": 1, "num_gpus": 1}.
        placement_group_bundles: resources that are reserved together for each replica.
        placement_group_strategy: how these are spread over nodes.
        max_replicas_per_node: most replicas on one node, 1 to 100.
        graceful_shutdown_timeout_s: seconds after which a stopping replica is killed.
        graceful_shutdown_wait_loop_s: seconds between two looks at its open requests.
        health_check_period_s: seconds between two health checks.
        health_check_timeout_s: seconds that one may take.
        logging_config: how it writes logs.
        request_router_config: which replica gets a request.
    """

    name: str = field(kw_only=False)
    num_replicas: int | Literal["auto"] | None = None
    autoscaling_config: Mapping[str, JsonValue] = field(default_factory=dict)
    max_ongoing_requests: int | None = None
    max_queued_requests: int | None = None
    user_config: Mapping[str, JsonValue] = field(default_factory=dict)
    ray_actor_options: Mapping[str, JsonValue] = field(default_factory=dict)
    placement_group_bundles: Sequence[Mapping[str, float]] = ()
    placement_group_strategy: Literal["PACK", "SPREAD", "STRICT_PACK", "STRICT_SPREAD"] | None = None
    max_replicas_per_node: int | None = None
    graceful_shutdown_timeout_s: float | None = None
    graceful_shutdown_wait_loop_s: float | None = None
    health_check_period_s: float | None = None
    health_check_timeout_s: float | None = None
    logging_config: Mapping[str, JsonValue] = field(default_factory=dict)
    request_router_config: Mapping[str, JsonValue] = field(default_factory=dict)

    def check(self, targets: Targets) -> Iterator[Problem]:
        del targets
        if not self.name:
            yield Problem("name", "must not be empty")
        yield from field_problems("autoscaling_config", self.autoscaling_config, _AUTOSCALING_CONFIG)
        yield from field_problems("ray_actor_options", self.ray_actor_options, _RAY_ACTOR_OPTIONS)
        yield from field_problems("logging_config", self.logging_config, _LOGGING_CONFIG)
        runtime_env = self.ray_actor_options.get("runtime_env")
        if isinstance(runtime_env, Mapping):
            yield from runtime_env_problems('ray_actor_options["runtime_env"]', runtime_env, uploader="Serve")
        yield from self._number_problems()
        if isinstance(self.num_replicas, int) and self.autoscaling_config:
            yield Problem("num_replicas", f'must be "auto" or left out with autoscaling_config, got {self.num_replicas}')
        if self.max_replicas_per_node is not None and self.placement_group_bundles:
            yield Problem("max_replicas_per_node", "must be left out with placement_group_bundles")

    def _number_problems(self) -> Iterator[Problem]:
        for argument, least in (("num_replicas", 1), ("max_ongoing_requests", 1), ("max_replicas_per_node", 1)):
            given = getattr(self, argument)
            if isinstance(given, int) and given < least:
                yield Problem(argument, f"must be at least {least}, got {given}")
        if self.max_replicas_per_node is not None and self.max_replicas_per_node > 100:
            yield Problem("max_replicas_per_node", f"must be at most 100, got {self.max_replicas_per_node}")
        if self.max_queued_requests is not None and self.max_queued_requests < 1 and self.max_queued_requests != -1:
            yield Problem("max_queued_requests", f"must be positive, or -1 for no limit, got {self.max_queued_requests}")
        for argument in ("graceful_shutdown_timeout_s", "graceful_shutdown_wait_loop_s"):
            given = getattr(self, argument)
            if given is not None and given < 0:
                yield Problem(argument, f"must not be negative, got {given}")
        for argument in ("health_check_period_s", "health_check_timeout_s"):
            given = getattr(self, argument)
            if given is not None and given <= 0:
                yield Problem(argument, f"must be positive, got {given}")
        yield from _replica_range_problems(self.autoscaling_config)


def _replica_range_problems(given: Mapping[str, JsonValue]) -> Iterator[Problem]:
    least, first, most = given.get("min_replicas", 1), given.get("initial_replicas"), given.get("max_replicas", 1)
    if not isinstance(least, int) or not isinstance(most, int):
        return
    if least < 0 or most < max(least, 1):
        yield Problem("autoscaling_config", f"must have 0 <= min_replicas <= max_replicas and max_replicas >= 1, got {least} and {most}")
    elif isinstance(first, int) and not least <= first <= most:
        yield Problem('autoscaling_config["initial_replicas"]', f"must be from {least} to {most}, got {first}")


@arguments
class ServeApplication:
    """An application: `ServeApplication("text", import_path="text:app")`.

    Args:
        name: name of the application.
        import_path: where its bound deployment is, as `module:attribute` or `package.module.attribute`.
        route_prefix: path that it answers below; None for one that only other applications call.
        args: arguments of the function that builds the application.
        runtime_env: Ray's runtime environment for it; directories only as URIs of zip files.
        deployments: options of its deployments that win over those in the code.
        autoscaling_policy: a policy for all its deployments together.
        logging_config: how it writes logs.
    """

    name: str = field(kw_only=False)
    import_path: str
    route_prefix: str | None = "/"
    args: Mapping[str, JsonValue] = field(default_factory=dict)
    runtime_env: Mapping[str, JsonValue] = field(default_factory=dict)
    deployments: Sequence[ServeDeployment] = ()
    autoscaling_policy: Mapping[str, JsonValue] = field(default_factory=dict)
    logging_config: Mapping[str, JsonValue] = field(default_factory=dict)

    def check(self, targets: Targets) -> Iterator[Problem]:
        del targets
        if not self.name:
            yield Problem("name", "must not be empty")
        separator = ":" if ":" in self.import_path else "."
        if self.import_path.count(":") > 1 or not all(self.import_path.rpartition(separator)):
            yield Problem("import_path", f'must be "module:attribute" or "package.module.attribute", got {self.import_path!r}')
        prefix = self.route_prefix
        if prefix is not None and (not prefix.startswith("/") or prefix.endswith("/") != (prefix == "/") or "{" in prefix or "}" in prefix):
            yield Problem("route_prefix", f'must start with "/" and neither end with it nor hold "{{" or "}}", got {prefix!r}')
        yield from runtime_env_problems("runtime_env", self.runtime_env, uploader="Serve")
        yield from field_problems("logging_config", self.logging_config, _LOGGING_CONFIG)
        for name in _repeated(deployment.name for deployment in self.deployments):
            yield Problem("deployments", f'must have one entry for each deployment, "{name}" has several')


@arguments
class ServeConfig:
    """What Serve runs and how it is reached: `ServeConfig([ServeApplication(…)])`.

    Args:
        applications: the applications.
        proxy_location: on which nodes requests may come in; on every node with a replica by default.
        http_options: how HTTP is served: {"port": 8000, "request_timeout_s": 60}.
        grpc_options: how gRPC is served: {"port": 9000, "grpc_servicer_functions": ["…"]}.
        logging_config: how Serve writes logs: {"log_level": "INFO", "encoding": "JSON"}.
        target_capacity: share of all replicas to run, 0 to 100 percent.
    """

    applications: Sequence[ServeApplication] = field(kw_only=False)
    proxy_location: Literal["EveryNode", "HeadOnly", "Disabled"] | None = None
    http_options: Mapping[str, JsonValue] = field(default_factory=dict)
    grpc_options: Mapping[str, JsonValue] = field(default_factory=dict)
    logging_config: Mapping[str, JsonValue] = field(default_factory=dict)
    target_capacity: float | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        del targets
        if not self.applications:
            yield Problem("applications", "must have at least one application")
        for name in _repeated(application.name for application in self.applications):
            yield Problem("applications", f'must differ in their names, "{name}" is there several times')
        for prefix in _repeated(application.route_prefix for application in self.applications):
            if prefix is not None:
                yield Problem("applications", f'must differ in their route_prefix, "{prefix}" is there several times')
        yield from field_problems("http_options", self.http_options, _HTTP_OPTIONS)
        yield from field_problems("grpc_options", self.grpc_options, _GRPC_OPTIONS)
        yield from field_problems("logging_config", self.logging_config, _LOGGING_CONFIG)
        if self.target_capacity is not None and not 0 <= self.target_capacity <= 100:
            yield Problem("target_capacity", f"must be from 0 to 100, got {self.target_capacity}")


def serve_config_text(given: ServeConfig | Mapping[str, JsonValue]) -> str:
    """Write `serveConfigV2`; a mapping is taken as Serve's own configuration."""
    return to_yaml(_fields(given) if isinstance(given, ServeConfig) else dict(given))


def serve_port(given: ServeConfig | Mapping[str, JsonValue]) -> int:
    """Tell the port that Serve's HTTP proxy listens on."""
    options = given.http_options if isinstance(given, ServeConfig) else given.get("http_options")
    port = options.get("port", 8000) if isinstance(options, Mapping) else 8000
    return port if isinstance(port, int) else 8000


def _fields(given: object) -> JsonObject:
    """Write the fields that say something, under their own names."""
    values = {item.name: getattr(given, item.name) for item in dataclasses.fields(cast("Any", given))}
    written = {name: _json(value) for name, value in values.items() if value is not None and value not in ((), {}, [])}
    if isinstance(given, ServeApplication) and given.route_prefix is None:
        written["route_prefix"] = None
    return written


def _json(value: Any) -> JsonValue:
    if is_arguments(value):
        return _fields(value)
    if isinstance(value, Mapping):
        return {key: _json(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_json(item) for item in value]
    return cast("JsonValue", value)


def _repeated(names: Iterator[Any]) -> list[Any]:
    return [name for name, count in Counter(names).items() if count > 1]
