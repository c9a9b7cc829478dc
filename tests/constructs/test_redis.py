"""The construct of a Redis: what Ray clusters take in place of its address."""

from __future__ import annotations

from typing import Any

import cdk8s

from heliostat.constructs.environment import Environment
from heliostat.constructs.ray.ray_cluster import RayCluster
from heliostat.constructs.redis import Redis
from heliostat.constructs.team import Team
from heliostat.render.synth import synthesise
from heliostat.specs.pod.environment import SecretKey
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance, RedisReference
from heliostat.specs.ray.head import Head

PASSWORD = SecretKey("redis", "password")
HEAD = Head(cpu=1, memory="4Gi")


def test_a_redis_is_known_by_its_address() -> None:
    """In the namespace of its app, as its clients find it; and its name is not that of its construct where one is given."""
    chart = cdk8s.Chart(cdk8s.Testing.app(), "redis", namespace="state")
    redis = Redis(chart, "redis", name="gcs", password=PASSWORD, teams=[Team(chart, "vision")], cluster_domain="k8s.internal")

    assert isinstance(redis, RedisReference)
    assert (redis.address, redis.password, redis.namespaces) == ("gcs.state.svc.k8s.internal:6379", PASSWORD, ["vision"])


def test_a_cluster_takes_it_for_its_address() -> None:
    """The password is taken from the Secret of the same name in the team's namespace."""
    environment = Environment("prod")
    team = Team(environment.app("team-vision"), "vision")
    redis = Redis(environment.app("redis", namespace="redis"), "redis", password=PASSWORD, teams=[team])
    RayCluster(environment.app("c"), "c", team=team, head=HEAD, gcs_fault_tolerance=RedisFaultTolerance(redis))
    synthesis = synthesise(environment)
    [cluster] = synthesis.apps["c"]
    spec: Any = cluster.body["spec"]

    assert synthesis.refused == ()
    assert spec["gcsFaultToleranceOptions"] == {
        "redisAddress": "redis.redis.svc.cluster.local:6379",
        "redisPassword": {"valueFrom": {"secretKeyRef": {"name": "redis", "key": "password"}}},
    }


def test_a_cluster_that_it_shuts_out_is_refused() -> None:
    """Its head would wait for Redis for ever; a Redis that is refused itself says nothing more."""
    environment = Environment("prod")
    vision, language = (Team(environment.app(name), name) for name in ("vision", "language"))
    redis = Redis(environment.app("redis", namespace="redis"), "redis", password=PASSWORD, teams=[vision])
    nowhere = Redis(environment.app("nowhere"), "redis", password=PASSWORD, teams=[vision])
    for name, store in (("c", redis), ("d", nowhere), ("e", vision)):
        wrong: Any = store
        RayCluster(environment.app(name), name, team=language, head=HEAD, gcs_fault_tolerance=RedisFaultTolerance(wrong))

    assert [refused.partition(": ")[2] for refused in synthesise(environment).refused] == [
        'Redis "redis": namespace: must be given, here or to the app, since its objects refer to each other by it',
        'RayCluster "c": gcs_fault_tolerance.address: must be a Redis that lets in the namespace "language", those of "redis" are "vision"',
        'RayCluster "e": gcs_fault_tolerance.address: must be a Redis or its address, got the Team "vision"',
    ]
