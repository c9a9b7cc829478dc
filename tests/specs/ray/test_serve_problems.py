"""Serve's configuration is checked in both of its forms."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.ray.serve_config import ServeApplication, ServeConfig, serve_config_text
from heliostat.specs.ray.serve_problems import serve_config_problems
from tests.specs.answers import TARGETS
from tests.specs.ray.test_serve_config import FULL, RANGE

BUILT: JsonObject = {
    "proxy_location": "EveryNode",
    "http_options": {"host": "0.0.0.0", "port": 8000},
    "grpc_options": {"port": 9000, "grpc_servicer_functions": []},
    "logging_config": {"encoding": "TEXT", "log_level": "INFO", "logs_dir": None, "enable_access_log": True},
    "applications": [
        {
            "name": "text",
            "route_prefix": "/",
            "import_path": "text:app",
            "runtime_env": {},
            "deployments": [{"name": "Model", "user_config": "plain", "num_replicas": None, "of_another_version": 1}],
        },
        {"name": "inner", "route_prefix": None, "import_path": "inner:app", "deployments": None},
    ],
}
"""What `serve build` writes, with what only some deployments or another version of Serve have."""


def _told(config: ServeConfig | JsonObject) -> list[tuple[str, str]]:
    return [(problem.argument, problem.message) for problem in serve_config_problems("serve_config", config, TARGETS)]


def _applications(*applications: Any, **others: Any) -> JsonObject:
    return {"applications": [*applications], **others}


def _deployment(**options: Any) -> JsonObject:
    return _applications({"import_path": "a:b", "deployments": [{"name": "D", **options}]})


@pytest.mark.parametrize("config", [BUILT, _applications({"import_path": "a:b"}), yaml.safe_load(serve_config_text(FULL))])
def test_what_serve_takes_is_taken(config: JsonObject) -> None:
    """The checks stop where Serve's own do, whatever is left out, null or of another version."""
    assert _told(config) == []


@pytest.mark.parametrize(
    ("config", "place", "message"),
    [
        (
            _applications({"name": "a", "import_path": "a:b"}, {"name": "a", "import_path": "c:d", "route_prefix": "/c"}),
            '["applications"]',
            'must differ in their names, "a" is there several times',
        ),
        (
            _applications({"import_path": "a:b"}, {"import_path": "c:d", "route_prefix": None}),
            '["applications"]',
            'must differ in their names, "default" is there several times',
        ),
        (
            _applications({"name": "a", "import_path": "a:b"}, {"name": "c", "import_path": "c:d"}),
            '["applications"]',
            'must differ in their route_prefix, "/" is there several times',
        ),
        (_applications({"name": "a"}), '["applications"][0]["import_path"]', "is missing"),
        (
            _applications({"import_path": "text"}),
            '["applications"][0]["import_path"]',
            'must be "module:attribute" or "package.module.attribute", got \'text\'',
        ),
        (
            _applications({"import_path": "a:b", "route_prefix": "x"}),
            '["applications"][0]["route_prefix"]',
            'must start with "/" and neither end with it nor hold "{" or "}", got \'x\'',
        ),
        (
            _applications({"import_path": "a:b", "runtime_env": {"working_dir": "./here"}}),
            '["applications"][0]["runtime_env"]["working_dir"]',
            "must be the URI of a zip file, Serve uploads no directory, got './here'",
        ),
        (
            _deployment(autoscaling_config={"min_replicas": 3, "max_replicas": 2}),
            '["applications"][0]["deployments"][0]["autoscaling_config"]',
            f"{RANGE}, got 3 and 2",
        ),
        (
            _deployment(ray_actor_options={"num.gpus": 1}),
            '["applications"][0]["deployments"][0]["ray_actor_options"]["num.gpus"]',
            'is no field that Ray knows, did you mean "num_gpus"',
        ),
        (_applications({"import_path": "a:b"}, target_capacity=101), '["target_capacity"]', "must be from 0 to 100, got 101"),
        (_applications("text:app"), '["applications"][0]', "must be a mapping, got 'text:app'"),
        (
            _applications({"import_path": "a:b"}, htpp_options={"port": 9000}),
            '["htpp_options"]',
            'is no field of Serve, which ignores it, did you mean "http_options"',
        ),
        (
            _applications({"import_path": "a:b", "runtime_environment": {}, "runtimeenv": {}}),
            '["applications"][0]["runtimeenv"]',
            'is no field of Serve, which ignores it, did you mean "runtime_env"',
        ),
        (
            _deployment(num_replica=2),
            '["applications"][0]["deployments"][0]["num_replica"]',
            'is no field of Serve, which ignores it, did you mean "num_replicas"',
        ),
        (
            _applications({"import_path": "a:b", "port": 8000}),
            '["applications"][0]["port"]',
            "must be given in http_options, for all applications together",
        ),
        ({}, "", 'must have a list of "applications"'),
        ({"applications": "a"}, "", 'must have a list of "applications"'),
        (
            _applications({"args": 2**70}),
            "",
            "applications[0].args: is a whole number of more than 64 bits, which the API server would round",
        ),
    ],
)
def test_a_mapping_is_held_to_the_same_rules(config: JsonObject, place: str, message: str) -> None:
    """What the typed form refuses is refused, under the keys of the mapping."""
    assert _told(config) == [(f"serve_config{place}", message)]


def test_what_cannot_be_written_is_refused() -> None:
    """Every value of the typed form must have a spelling in YAML; its other rules it checks itself."""
    config = ServeConfig([ServeApplication("a", import_path="a", args={"x": "\ud800"})])

    assert _told(config) == [("serve_config", "applications[0].args.x: holds half a surrogate pair, expected whole characters")]
