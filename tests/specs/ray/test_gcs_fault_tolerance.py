"""Where the head keeps its state."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.pod.environment import SecretKey
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance, RocksDbFaultTolerance
from heliostat.specs.wire import json_of
from tests.specs.answers import DNS_SUBDOMAIN, Thing, told


def test_redis_is_written_with_its_credentials_by_reference() -> None:
    """A user name may be text; how long a deletion waits stands in an annotation of the cluster."""
    store = RedisFaultTolerance(
        "rediss://redis.db:6380",
        username="ray",
        password=SecretKey("redis", "password"),
        external_storage_namespace="prod",
        deletion_timeout_seconds=60,
    )

    expected = {
        "redisAddress": "rediss://redis.db:6380",
        "redisUsername": {"value": "ray"},
        "redisPassword": {"valueFrom": {"secretKeyRef": {"name": "redis", "key": "password"}}},
        "externalStorageNamespace": "prod",
    }

    assert told(store) == []
    assert json_of(store) == expected
    assert store.port == 6380


def test_a_password_comes_from_a_secret() -> None:
    """As text it would be in Git."""
    store = RedisFaultTolerance("redis:6379", password="x")

    assert told(store) == ["password: must be a SecretKey, got 'x'"]


def test_rocksdb_is_written_with_the_claim_or_its_size() -> None:
    """An existing claim has its size already."""
    assert json_of(RocksDbFaultTolerance()) == {"backend": "rocksdb"}
    assert json_of(RocksDbFaultTolerance(claim=Thing("PersistentVolumeClaim", "c"), sub_path="x")) == {
        "backend": "rocksdb",
        "storage": {"claimName": "c", "subPath": "x"},
    }
    assert json_of(
        RocksDbFaultTolerance(size="1024Mi", storage_class_name="fast", access_modes=["ReadWriteOnce"], deletion_policy="Retain")
    ) == {
        "backend": "rocksdb",
        "storage": {
            "size": "1Gi",
            "storageClassName": "fast",
            "accessModes": ["ReadWriteOnce"],
            "deletionPolicy": "Retain",
        },
    }


@pytest.mark.parametrize(
    ("store", "expected"),
    [
        (RedisFaultTolerance(""), "address: must be host:port, or rediss://host:port for TLS, got ''"),
        (RedisFaultTolerance("redis"), "address: must be host:port, or rediss://host:port for TLS, got 'redis'"),
        (RedisFaultTolerance("redis:123456"), "address: must be host:port, or rediss://host:port for TLS, got 'redis:123456'"),
        (
            RedisFaultTolerance("redis:6379", deletion_timeout_seconds=0),
            "deletion_timeout_seconds: must be at least 1, got 0",
        ),
        (
            RocksDbFaultTolerance(claim="c", size="1Gi"),
            "size: must be left out when claim is given, since KubeRay then makes no claim",
        ),
        (RocksDbFaultTolerance(claim="A"), f"claim: {DNS_SUBDOMAIN}'A'"),
        (RocksDbFaultTolerance(size="10"), "size: must be a quantity with its unit, such as 16Gi; '10' is 10 bytes"),
    ],
)
def test_what_would_not_be_fault_tolerant_is_refused(store: object, expected: str) -> None:
    """An empty address is accepted by KubeRay and keeps nothing."""
    assert told(store) == [expected]


def test_both_need_their_version() -> None:
    """RocksDB came with KubeRay 1.7, the timeout with 1.6.2."""
    older = Targets(kuberay="1.6.1")

    assert told(RocksDbFaultTolerance(), older) == [": needs KubeRay 1.7, the target is 1.6.1"]
    assert told(RedisFaultTolerance("redis:6379", deletion_timeout_seconds=9), older) == [
        "deletion_timeout_seconds: needs KubeRay 1.6.2, the target is 1.6.1"
    ]
