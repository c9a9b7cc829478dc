"""Serve's configuration is written in Serve's own words, and what Serve would refuse is refused."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from ray.serve.schema import DeploymentSchema, ServeApplicationSchema, ServeDeploySchema

from heliostat.specs.ray.serve_config import (
    ServeApplication,
    ServeConfig,
    ServeDeployment,
    serve_config_text,
    serve_port,
)
from tests.specs.answers import told

FULL = ServeConfig(
    [
        ServeApplication(
            "text",
            import_path="text.app:build",
            route_prefix="/text",
            args={"model": "small", "stops": ["\n", "$"]},
            runtime_env={"working_dir": "https://example.com/text.zip", "env_vars": {"A": "${B}"}},
            deployments=[
                ServeDeployment(
                    "Model",
                    autoscaling_config={"min_replicas": 1, "max_replicas": 4, "target_ongoing_requests": 2.5},
                    num_replicas="auto",
                    max_ongoing_requests=10,
                    max_queued_requests=-1,
                    user_config={"threshold": 0.5},
                    ray_actor_options={"num_cpus": 1, "num_gpus": 0.5, "resources": {"disk": 1}, "runtime_env": {"pip": ["torch"]}},
                    max_replicas_per_node=2,
                    graceful_shutdown_timeout_s=20,
                    graceful_shutdown_wait_loop_s=2.0,
                    health_check_period_s=10,
                    health_check_timeout_s=30,
                    logging_config={"log_level": "DEBUG"},
                    request_router_config={"request_routing_stats_period_s": 5.0},
                ),
                ServeDeployment("Gate", num_replicas=2, placement_group_bundles=[{"CPU": 1}], placement_group_strategy="STRICT_PACK"),
            ],
            logging_config={"encoding": "JSON"},
        ),
        ServeApplication("inner", import_path="inner.app", route_prefix=None),
    ],
    proxy_location="EveryNode",
    http_options={"host": "0.0.0.0", "port": 8000, "request_timeout_s": 60, "keep_alive_timeout_s": 5, "root_path": "/x"},
    grpc_options={"port": 9000, "grpc_servicer_functions": ["a.b"]},
    logging_config={"log_level": "INFO", "enable_access_log": False},
    target_capacity=50,
)

TEXT = """\
applications:
  - name: text
    args:
      model: small
    deployments:
      - name: Model
        num_replicas: 2
        ray_actor_options:
          num_cpus: 1
    import_path: text:app
    route_prefix: /
"""


def test_it_is_written_as_a_block_of_yaml() -> None:
    """Only what was said is written, and the route that Serve would take anyway."""
    deployment = ServeDeployment("Model", num_replicas=2, ray_actor_options={"num_cpus": 1})
    config = ServeConfig([ServeApplication("text", import_path="text:app", args={"model": "small"}, deployments=[deployment])])

    assert told(config) == []
    assert serve_config_text(config) == TEXT


def test_serve_accepts_all_of_it() -> None:
    """Every argument has a field in Serve's own schema, which takes the value and gives it back."""
    written = yaml.safe_load(serve_config_text(FULL))
    read = ServeDeploySchema.parse_obj(written).dict(exclude_unset=True)

    assert told(FULL) == []
    assert _without_enums(read) == written


def _without_enums(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_enums(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_enums(item) for item in value]
    return getattr(value, "value", value)


def test_every_field_of_serves_schema_is_an_argument() -> None:
    """Nothing that Serve 2.52 takes is missing; `host` and `port` of an application are refused by Serve itself."""
    assert set(ServeDeploySchema.__fields__) == set(ServeConfig.__dataclass_fields__)
    assert set(ServeApplicationSchema.__fields__) - {"host", "port"} == set(ServeApplication.__dataclass_fields__)
    assert set(DeploymentSchema.__fields__) == set(ServeDeployment.__dataclass_fields__)


def test_a_mapping_is_serves_own_configuration() -> None:
    """What `serve build` writes can be handed on as it is."""
    assert serve_config_text({"applications": [{"import_path": "a:b"}]}) == "applications:\n  - import_path: a:b\n"


def test_the_port_of_http() -> None:
    """Serve listens on 8000 unless told otherwise."""
    app = ServeApplication("a", import_path="a:b")

    assert serve_port(ServeConfig([app])) == 8000
    assert serve_port(ServeConfig([app], http_options={"port": 8080})) == 8080
    assert serve_port({"applications": [], "http_options": {"port": 8081}}) == 8081
    assert serve_port({"applications": [], "http_options": {"port": None}}) == 8000


def _application(**arguments: Any) -> ServeConfig:
    return ServeConfig([ServeApplication("a", **{"import_path": "a:b", **arguments})])


def _deployment(**arguments: Any) -> ServeConfig:
    return _application(deployments=[ServeDeployment("D", **arguments)])


RANGE = "must have 0 <= min_replicas <= max_replicas and max_replicas >= 1"


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (ServeConfig([]), "applications: must have at least one application"),
        (_application(import_path="a"), 'applications[0].import_path: must be "module:attribute" or "package.module.attribute", got \'a\''),
        (
            _application(import_path="a:"),
            'applications[0].import_path: must be "module:attribute" or "package.module.attribute", got \'a:\'',
        ),
        (
            _application(route_prefix="x"),
            'applications[0].route_prefix: must start with "/" and neither end with it nor hold "{" or "}", got \'x\'',
        ),
        (
            _application(route_prefix="/x/"),
            'applications[0].route_prefix: must start with "/" and neither end with it nor hold "{" or "}", got \'/x/\'',
        ),
        (
            ServeConfig([ServeApplication("a", import_path="a:b"), ServeApplication("b", import_path="a:b")]),
            'applications: must differ in their route_prefix, "/" is there several times',
        ),
        (
            ServeConfig([ServeApplication("a", import_path="a:b"), ServeApplication("a", import_path="a:b", route_prefix="/x")]),
            'applications: must differ in their names, "a" is there several times',
        ),
        (
            _application(runtime_env={"working_dir": "/app"}),
            "applications[0].runtime_env[\"working_dir\"]: must be the URI of a zip file, Serve uploads no directory, got '/app'",
        ),
        (
            _application(deployments=[ServeDeployment("D"), ServeDeployment("D")]),
            'applications[0].deployments: must have one entry for each deployment, "D" has several',
        ),
        (
            _deployment(num_replicas=2, autoscaling_config={"max_replicas": 2}),
            'applications[0].deployments[0].num_replicas: must be "auto" or left out with autoscaling_config, got 2',
        ),
        (_deployment(num_replicas=0), "applications[0].deployments[0].num_replicas: must be at least 1, got 0"),
        (_deployment(num_replicas="many"), "applications[0].deployments[0].num_replicas: must be a whole number or 'auto', got 'many'"),
        (
            _deployment(ray_actor_options={"num_gpu": 1}),
            'applications[0].deployments[0].ray_actor_options["num_gpu"]: is no field that Ray knows, did you mean "num_gpus"',
        ),
        (
            _deployment(autoscaling_config={"min_replicas": 3, "max_replicas": 2}),
            f"applications[0].deployments[0].autoscaling_config: {RANGE}, got 3 and 2",
        ),
        (
            _deployment(autoscaling_config={"initial_replicas": 3, "max_replicas": 2}),
            'applications[0].deployments[0].autoscaling_config["initial_replicas"]: must be from 1 to 2, got 3',
        ),
        (_deployment(max_replicas_per_node=101), "applications[0].deployments[0].max_replicas_per_node: must be at most 100, got 101"),
        (
            _deployment(max_replicas_per_node=1, placement_group_bundles=[{"CPU": 1}]),
            "applications[0].deployments[0].max_replicas_per_node: must be left out with placement_group_bundles",
        ),
        (
            _deployment(max_queued_requests=0),
            "applications[0].deployments[0].max_queued_requests: must be positive, or -1 for no limit, got 0",
        ),
        (
            _deployment(graceful_shutdown_timeout_s=-1),
            "applications[0].deployments[0].graceful_shutdown_timeout_s: must not be negative, got -1",
        ),
        (_deployment(health_check_period_s=0), "applications[0].deployments[0].health_check_period_s: must be positive, got 0"),
        (
            ServeConfig([ServeApplication("a", import_path="a:b")], http_options={"prot": 1}),
            'http_options["prot"]: is no field that Ray knows, did you mean "port"',
        ),
        (
            ServeConfig([ServeApplication("a", import_path="a:b")], target_capacity=101),
            "target_capacity: must be from 0 to 100, got 101",
        ),
    ],
)
def test_what_serve_would_refuse_is_refused(config: ServeConfig, expected: str) -> None:
    """Fields, ranges and combinations are those of Serve's own schema."""
    assert told(config) == [expected]
